/** The chapters of the description. */
export const TAGS: Record<string, string> = {
  'Sign-in and session': 'Ways in, and who one is then.',
  Account: 'The contract party, and who did what in it.',
  Users: 'The people of the account.',
  'API keys': 'Credentials for machines.',
  Passkeys: 'Signing in without a password.',
  'Single sign-on identities': 'Links between users and the identity provider of the account.',
  Companies: 'The legal entities under the account.',
  Participants: 'Peppol addresses, and what they send and receive.',
  Network: 'What others have published in the Peppol network.',
  Messages: 'Documents: sending, following and collecting them.',
  Events: 'What happened, to read on from any place.',
  Stream: 'What happens, as it happens.',
  Webhooks: 'Being told what happens.',
  SFTP: 'Documents as files.',
  Usage: 'What is metered.',
  Export: 'All data of the account.',
};
