import '@fontsource-variable/schibsted-grotesk/wght.css';
import '@fontsource-variable/red-hat-mono/wght.css';
import '../styles/index.css';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ENVIRONMENT } from '../environment.ts';
import { Sprite } from './lenticel.tsx';
import { apply } from './preferences.ts';

/** What a test has beside its name in the browser's tab. */
const HOLLOW = new URL('../favicon-test.svg', import.meta.url).href;

/** Puts the pages of a face into the page that was served. */
export function start(queryClient: QueryClient, pages: ReactNode): void {
  apply();
  if (ENVIRONMENT === 'test') document.querySelector('link[rel=icon]')?.setAttribute('href', HOLLOW);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no place for the console');
  createRoot(root).render(
    <StrictMode>
      <Sprite />
      <QueryClientProvider client={queryClient}>{pages}</QueryClientProvider>
    </StrictMode>,
  );
}
