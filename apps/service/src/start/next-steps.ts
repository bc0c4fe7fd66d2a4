import { resolve } from 'node:path';

const SIGN_UP = {
  account: { legalName: 'My Company AB', countryCode: 'SE' },
  owner: { name: 'Me', email: 'me@example.org', password: 'a password of my own' },
};

interface Place {
  publicUrl: string;
  dataDir: string;
  operatorPort: number;
  operatorUrl: string;
}

/** Five lines for who has started a local network for the first time; each command holds in another terminal as it stands. */
export function nextSteps({ publicUrl, dataDir, operatorPort, operatorUrl }: Place): string {
  const settings = [
    ...(dataDir === resolve('./data') ? [] : [`DATA_DIR='${dataDir.replaceAll("'", "'\\''")}' `]),
    ...(operatorPort === 8081 ? [] : [`OPERATOR_PORT=${operatorPort} `]),
  ].join('');
  return `
See a document travel    npm run demo   (a network of its own; with -- --stay it keeps running)
Look around              ${publicUrl}/console and ${publicUrl}/docs; docs/first-document.md leads to a first invoice
Sign up                  curl ${publicUrl}/v1/auth/signup -H 'content-type: application/json' -d '${JSON.stringify(SIGN_UP)}'
Approve your addresses   ${operatorUrl} with the token in ${dataDir}/operator-token; or ${settings}npm run pappel -- participants list PENDING_APPROVAL   then: participants approve ID
Stop, or begin anew      Ctrl-C stops; everything is in ${dataDir}
`;
}
