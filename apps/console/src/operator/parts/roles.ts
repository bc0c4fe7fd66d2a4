import type { Role } from '../api/types.ts';

/** What a role is called, and what it may. */
export const ROLES: Readonly<Record<Role, { label: string; means: string }>> = {
  viewer: { label: 'Viewer', means: 'sees everything but the documents, and changes nothing' },
  agent: { label: 'Agent', means: 'approves, retries, suspends, sits at desks' },
  admin: { label: 'Admin', means: 'also makes operators and closes accounts' },
};
