import type { Locator, Page } from 'playwright-core';
import { FURNITURE } from './harness.ts';

/** A screen behind the door. */
export interface Screen {
  /** Below /console; `{word}` stands for an id of what the test made. */
  path: string;
  /** It cannot be shown before the service has answered. */
  asks?: true;
}

export const SCREENS: readonly Screen[] = [
  { path: '/', asks: true },
  { path: '/documents', asks: true },
  { path: '/documents?q=nothing-fits-this', asks: true },
  { path: '/documents/{delivered}', asks: true },
  { path: '/documents/{delivered}?view=xml', asks: true },
  { path: '/documents/{delivered}?view=webhooks', asks: true },
  { path: '/documents/{delivered}?view=details', asks: true },
  { path: '/documents/{rejected}', asks: true },
  { path: '/documents/00000000-0000-7000-8000-000000000000', asks: true },
  { path: '/documents/new' },
  { path: '/inbox', asks: true },
  { path: '/inbox?document={received}', asks: true },
  { path: '/addresses', asks: true },
  { path: '/addresses/{address}', asks: true },
  { path: '/addresses/new' },
  { path: '/network' },
  { path: `/network?q=${FURNITURE}`, asks: true },
  { path: '/network/check' },
  { path: '/webhooks', asks: true },
  { path: '/webhooks?status=PENDING&delivery={delivery}', asks: true },
  { path: '/events', asks: true },
  { path: '/sftp', asks: true },
  { path: '/usage', asks: true },
  { path: '/usage?from=2026-01-01&to=2026-02-01', asks: true },
  { path: '/companies', asks: true },
  { path: '/companies?q=nothing-fits-this', asks: true },
  { path: '/companies/{company}', asks: true },
  { path: '/companies/new' },
  { path: '/access', asks: true },
  { path: '/access?inactive=1', asks: true },
  { path: '/access?tab=keys', asks: true },
  { path: '/access?tab=sso', asks: true },
  { path: '/audit', asks: true },
  { path: '/audit?q=nothing-fits-this', asks: true },
  { path: '/account' },
  { path: '/me' },
];

/** The screens of who is not signed in. */
export const DOORS = [
  '/sign-in',
  '/sign-up',
  '/forgot',
  '/set-password',
  '/set-password#token=used-up',
  '/sso/callback?code=1&state=2',
  '/desk#token=used-up',
] as const;

/** What opens over a page. */
export interface Over {
  path: string;
  /** What opens. */
  opens: string;
  open(page: Page): Promise<void>;
  stands(page: Page): Locator;
}

const byButton = (path: string, button: string): Over => ({
  path,
  opens: button,
  open: (page) => page.getByRole('button', { name: button }).first().click(),
  stands: (page) => page.getByRole('dialog').or(page.getByRole('alertdialog')),
});

export const DIALOGS: readonly Over[] = [
  {
    path: '/documents',
    opens: 'what finds everything',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find' }).fill('0007');
    },
    stands: (page) => page.getByRole('option').first(),
  },
  {
    path: '/documents',
    opens: 'the list of keys',
    open: ({ keyboard }) => keyboard.press('?'),
    stands: (page) => page.getByRole('dialog', { name: 'Keys' }),
  },
  {
    path: '/webhooks',
    opens: 'what else can be done',
    open: (page) =>
      page
        .getByRole('button', { name: /^More for/ })
        .first()
        .click(),
    stands: (page) => page.getByRole('menu'),
  },
  byButton('/webhooks', 'Add an endpoint'),
  byButton('/webhooks', 'Check a signature'),
  byButton('/sftp', 'New password'),
  byButton('/access', 'Make a key'),
  byButton('/access', 'Invite someone'),
  byButton('/access', 'Revoke'),
];

/** The path with the ids in their places. */
export const pathOf = (path: string, ids: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, word: string) => ids[word] ?? '');
