import type { SftpUser } from './authenticate.ts';

const MOST_PER_LOGIN = 10;
/** A quarter of all connections: an account with many logins leaves room for others. */
const MOST_PER_ACCOUNT = 50;

/** Whether there is a place for one more connection of this user beside those who have signed in. */
export function hasPlace(signedIn: readonly Whose[], { loginId, accountId }: Whose): boolean {
  const ofAccount = signedIn.filter((one) => one.accountId === accountId);
  const ofLogin = ofAccount.filter((one) => one.loginId === loginId);
  return ofLogin.length < MOST_PER_LOGIN && ofAccount.length < MOST_PER_ACCOUNT;
}

type Whose = Pick<SftpUser, 'loginId' | 'accountId'>;
