/** With what somebody came in. */
export const WAYS_IN = {
  password: 'a password',
  passkey: 'a passkey',
  sso: 'single sign-on',
  desk: 'the operator’s desk',
} as const;
