import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, type SyntheticEvent, useMemo } from 'react';
import { useScope } from '../../ui/scope.ts';

/** What makes a link of a row lead to its document, and fetch that page once one is about to. */
export interface RowLinks {
  to(id: string): {
    href: string;
    'data-id': string;
    onClick(event: MouseEvent<HTMLAnchorElement>): void;
    onMouseEnter(event: SyntheticEvent<HTMLAnchorElement>): void;
    onFocus(event: SyntheticEvent<HTMLAnchorElement>): void;
  };
}

/** Stands for the id of a row. */
const ANY = 'any-document';

/**
 * Links of very many rows. A `Link` of the router looks at each change of the address, which a hundred of them make dear;
 * these share what they do, and are told apart by their ids.
 */
export function useRowLinks(): RowLinks {
  const router = useRouter();
  const scope = useScope();
  return useMemo(() => {
    const search = scope === undefined ? {} : { company: scope };
    const placeOf = (id: string) => ({ to: '/documents/$id', params: { id }, search }) as const;
    const { publicHref } = router.buildLocation(placeOf(ANY));
    const idOf = ({ currentTarget }: SyntheticEvent<HTMLAnchorElement>) => currentTarget.dataset['id'] ?? '';
    const preload = (event: SyntheticEvent<HTMLAnchorElement>) =>
      void router.preloadRoute(placeOf(idOf(event))).catch(() => undefined);
    const acts = {
      onClick(event: MouseEvent<HTMLAnchorElement>) {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
        event.preventDefault();
        void router.navigate(placeOf(idOf(event)));
      },
      onMouseEnter: preload,
      onFocus: preload,
    };
    return { to: (id) => ({ href: publicHref.replace(ANY, id), 'data-id': id, ...acts }) };
  }, [router, scope]);
}
