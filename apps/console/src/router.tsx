import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { queryClient } from './api/query-client.ts';
import { meQuery } from './api/session.ts';
import { DocumentPage } from './pages/documents/document-page.tsx';
import { DocumentsPage } from './pages/documents/documents-page.tsx';
import { type DocumentFilter, readFilter } from './pages/documents/filter.ts';
import { SignInPage } from './pages/entry/sign-in-page.tsx';
import { SignUpPage } from './pages/entry/sign-up-page.tsx';
import { Frame } from './ui/frame.tsx';
import { Failed } from './ui/states.tsx';

const root = createRootRoute({
  notFoundComponent: () => <Failed error={new Error('Not here, or not yours to see.')} />,
});

/** One parameter of an address, where it is a word. */
function optional<Name extends string>(name: Name, value: unknown): { [K in Name]?: string } {
  return (typeof value === 'string' && value !== '' ? { [name]: value } : {}) as { [K in Name]?: string };
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { next?: string } => optional('next', search.next),
  component: SignInPage,
});

const signUp = createRoute({ getParentRoute: () => root, path: '/sign-up', component: SignUpPage });

/** Everything behind the door: who is not signed in goes to it, and comes back afterwards. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ location }) => {
    const me = await queryClient.ensureQueryData(meQuery);
    if (!me) throw redirect({ to: '/sign-in', search: { next: location.href } });
  },
  component: Frame,
});

const overview = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/documents', search: {} as DocumentFilter });
  },
});

const documents = createRoute({
  getParentRoute: () => inside,
  path: '/documents',
  validateSearch: readFilter,
  component: DocumentsPage,
});

const document = createRoute({
  getParentRoute: () => inside,
  path: '/documents/$id',
  validateSearch: (search: Record<string, unknown>): { view?: string } => optional('view', search.view),
  component: DocumentPage,
});

export const router = createRouter({
  routeTree: root.addChildren([signIn, signUp, inside.addChildren([overview, documents, document])]),
  basepath: '/console',
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
