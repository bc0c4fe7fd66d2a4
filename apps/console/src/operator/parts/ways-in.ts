/** By what somebody came in, in words. */
export const WAYS_IN = { password: 'password', passkey: 'passkey' } as const;
