import type { Letter } from '../platform/mail/compose.ts';
import type { LinkKind } from './links.ts';

/** The token stands behind `#`: browsers send that part to no server and into no log. */
export function linkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/console/set-password#token=${token}`;
}

/** What an invitation or a reset says. */
export function linkLetter(
  kind: LinkKind,
  user: { name: string; email: string; accountName: string },
  url: string,
): Letter {
  const to = { name: user.name, address: user.email };
  if (kind === 'invitation') {
    return {
      to,
      subject: `Your access to ${user.accountName}`,
      before: [
        `Hello ${user.name},`,
        `you have been given access to ${user.accountName}. Choose a password to sign in as ${user.email}.`,
      ],
      button: { label: 'Choose a password', url },
      after: [
        'The link works once, within 48 hours. After that, ask whoever invited you to send another one.',
        'If you do not know what this is about, do nothing.',
      ],
    };
  }
  return {
    to,
    subject: 'Set a new password',
    before: [
      `Hello ${user.name},`,
      `somebody, probably you, asked to set a new password for ${user.email} at ${user.accountName}.`,
    ],
    button: { label: 'Set a new password', url },
    after: [
      'The link works once, within one hour. Setting a new password signs you out everywhere.',
      'If it was not you, do nothing: your password stays as it is.',
    ],
  };
}
