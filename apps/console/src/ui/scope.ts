import { useSearch } from '@tanstack/react-router';

/** The company that the whole console is narrowed to; undefined is every company in reach. It stands in the address. */
export function useScope(): string | undefined {
  return useSearch({ strict: false, select: ({ company }) => company });
}
