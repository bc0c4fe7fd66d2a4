const SIGN_UP = {
  account: { legalName: 'My Company AB', countryCode: 'SE' },
  owner: { name: 'Me', email: 'me@example.org', password: 'a password of my own' },
};

/** Five lines for who has started a local network for the first time. */
export const nextSteps = (publicUrl: string, dataDir: string): string =>
  `
See a document travel    npm run demo   (a network of its own; with -- --stay it keeps running)
Read what there is       ${publicUrl}/docs
Sign up                  curl ${publicUrl}/v1/auth/signup -H 'content-type: application/json' -d '${JSON.stringify(SIGN_UP)}'
Approve your addresses   npm run pappel -- participants list PENDING_APPROVAL   then: participants approve ID
Stop, or begin anew      Ctrl-C stops; everything is in ${dataDir}
`;
