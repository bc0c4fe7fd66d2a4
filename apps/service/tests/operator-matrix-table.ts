/**
 * Who may call what of the operator's side: one row a route, the least role it needs, what that role is answered (of an id
 * that nobody has, where the path asks for one), and whether a token will do. A role above answers the same; one below is
 * 403 FORBIDDEN. [OPR-10]
 */
export const OPERATOR_TABLE = `
GET    /operator/v1/setup                                everyone 200
POST   /operator/v1/auth/first                           admin    403:FORBIDDEN
POST   /operator/v1/auth/login                           everyone 401:UNAUTHORIZED
POST   /operator/v1/auth/passkey/challenge               everyone 200
POST   /operator/v1/auth/passkey/login                   everyone 401:UNAUTHORIZED
POST   /operator/v1/auth/oidc/start                      everyone 409:SSO_NOT_CONFIGURED
POST   /operator/v1/auth/oidc                            everyone 409:SSO_NOT_CONFIGURED
POST   /operator/v1/auth/logout                          viewer   204
GET    /operator/v1/me                                   viewer   200
PATCH  /operator/v1/me                                   viewer   200   person
GET    /operator/v1/me/sessions                          viewer   200   person
DELETE /operator/v1/me/sessions/{id}                     viewer   404:NOT_FOUND person
GET    /operator/v1/me/passkeys                          viewer   200   person
POST   /operator/v1/me/passkeys/challenge                viewer   200   person
POST   /operator/v1/me/passkeys                          viewer   400:VALIDATION_FAILED person
DELETE /operator/v1/me/passkeys/{id}                     viewer   404:NOT_FOUND person

GET    /operator/v1/operators                            viewer   200
POST   /operator/v1/operators                            admin    201
PATCH  /operator/v1/operators/{id}                       admin    404:NOT_FOUND
POST   /operator/v1/operators/{id}/reset-password        admin    404:NOT_FOUND person
GET    /operator/v1/operators/{id}/passkeys              admin    404:NOT_FOUND
DELETE /operator/v1/operators/{id}/passkeys/{passkeyId}  admin    404:NOT_FOUND
GET    /operator/v1/tokens                               viewer   200
POST   /operator/v1/tokens                               viewer   201   person
DELETE /operator/v1/tokens/{id}                          viewer   404:NOT_FOUND
GET    /operator/v1/audit                                viewer   200

GET    /operator/v1/participants                         viewer   200
GET    /operator/v1/participants/{id}                    viewer   404:NOT_FOUND
POST   /operator/v1/participants/{id}/check              agent    404:NOT_FOUND
POST   /operator/v1/participants/{id}/approve            agent    404:NOT_FOUND
POST   /operator/v1/participants/{id}/reject             agent    404:NOT_FOUND
POST   /operator/v1/participants/{id}/suspend            agent    404:NOT_FOUND
POST   /operator/v1/participants/{id}/resume             agent    404:NOT_FOUND
POST   /operator/v1/participants/{id}/retry              agent    404:NOT_FOUND

GET    /operator/v1/accounts                             viewer   200
POST   /operator/v1/accounts                             agent    201
GET    /operator/v1/accounts/{id}                        viewer   404:NOT_FOUND
POST   /operator/v1/accounts/{id}/owners/reset           agent    404:NOT_FOUND
POST   /operator/v1/accounts/{id}/suspend                agent    404:NOT_FOUND
POST   /operator/v1/accounts/{id}/resume                 agent    404:NOT_FOUND
GET    /operator/v1/accounts/{id}/closing                viewer   404:NOT_FOUND
POST   /operator/v1/accounts/{id}/close                  admin    404:NOT_FOUND
POST   /operator/v1/accounts/{id}/reopen                 admin    404:NOT_FOUND
POST   /operator/v1/accounts/{id}/closing/export-link    admin    404:NOT_FOUND
GET    /operator/v1/desk-sessions                        viewer   200
DELETE /operator/v1/desk-sessions/{id}                   agent    404:NOT_FOUND
POST   /operator/v1/desk-sessions                        agent    404:NOT_FOUND

GET    /operator/v1/messages                             viewer   200
GET    /operator/v1/messages/stuck                       viewer   200
POST   /operator/v1/messages/retry                       agent    200
GET    /operator/v1/messages/{id}                        viewer   404:NOT_FOUND
GET    /operator/v1/circuits                             viewer   200
POST   /operator/v1/circuits/open                        agent    204
POST   /operator/v1/circuits/close                       agent    404:NOT_FOUND
POST   /operator/v1/messages/{id}/retry                  agent    404:NOT_FOUND

GET    /operator/v1/sftp/logins                          viewer   200
POST   /operator/v1/sftp/logins                          agent    404:NOT_FOUND
PATCH  /operator/v1/sftp/logins/{id}                     agent    404:NOT_FOUND
DELETE /operator/v1/sftp/logins/{id}                     agent    404:NOT_FOUND
POST   /operator/v1/sftp/logins/{id}/unlock              agent    404:NOT_FOUND

GET    /operator/v1/reports                              viewer   200
GET    /operator/v1/reports/{kind}/{month}               viewer   404:NOT_FOUND
POST   /operator/v1/reports/{kind}/{month}               agent    404:NOT_FOUND
GET    /operator/v1/reports/{kind}/{month}/xml           viewer   404:NOT_FOUND
POST   /operator/v1/reports/{kind}/{month}/send          agent    404:NOT_FOUND
GET    /operator/v1/service-levels/mls/{month}           viewer   404:NOT_FOUND

GET    /operator/v1/health                               viewer   200
GET    /operator/v1/overview                             viewer   200
GET    /operator/v1/certificates                         viewer   200
GET    /operator/v1/jobs                                 viewer   200
GET    /operator/v1/log-level                            viewer   200
GET    /operator/v1/jobs/failing                         viewer   200
POST   /operator/v1/jobs/failing/{id}/run                agent    404:NOT_FOUND
POST   /operator/v1/jobs/failing/{id}/give-up            agent    404:NOT_FOUND
PUT    /operator/v1/log-level                            admin    200
`;

const nowhere = '0198a000-0000-7000-8000-000000000000';
let number = 0;

/** What is sent along. */
export const OPERATOR_BODIES: Record<string, () => unknown> = {
  'POST /operator/v1/auth/first': () => ({ name: 'x', email: 'x@x.example', password: 'a long passphrase' }),
  'POST /operator/v1/auth/login': () => ({ email: `${number++}@x.example`, password: 'x' }),
  'POST /operator/v1/auth/passkey/login': () => ({
    id: 'AAAA',
    authenticatorData: 'AAAA',
    clientDataJSON: 'AAAA',
    signature: 'AAAA',
    userHandle: 'AAAA',
  }),
  'POST /operator/v1/auth/oidc': () => ({ flow: 'x', callbackUrl: 'http://localhost/sso/callback' }),
  'POST /operator/v1/me/passkeys': () => ({
    name: 'x',
    id: 'AAAA',
    attestationObject: 'AAAA',
    clientDataJSON: 'AAAA',
  }),
  'PATCH /operator/v1/me': () => ({ name: 'Somebody' }),
  'POST /operator/v1/operators': () => ({ name: 'x', email: `new-${number++}@x.example`, role: 'viewer' }),
  'PATCH /operator/v1/operators/{id}': () => ({ role: 'viewer' }),
  'POST /operator/v1/tokens': () => ({ name: 'x', role: 'viewer' }),
  'POST /operator/v1/participants/{id}/reject': () => ({ reason: 'x' }),
  'POST /operator/v1/accounts': () => ({
    account: { legalName: 'x', countryCode: 'SE' },
    owner: { email: `owner-${number++}@x.example` },
  }),
  'POST /operator/v1/accounts/{id}/owners/reset': () => ({ how: 'link', reason: 'x' }),
  'POST /operator/v1/accounts/{id}/close': () => ({ reason: 'x' }),
  'POST /operator/v1/messages/retry': () => ({ code: 'TIMEOUT' }),
  'POST /operator/v1/circuits/open': () => ({
    endpointUrl: 'https://x.example/as4',
    minutes: 1,
    reason: 'x',
  }),
  'POST /operator/v1/circuits/close': () => ({ endpointUrl: 'https://y.example/as4' }),
  'POST /operator/v1/desk-sessions': () => ({ accountId: nowhere, reason: 'x' }),
  'POST /operator/v1/sftp/logins': () => ({ accountId: nowhere, username: 'x', authMethod: 'PASSWORD' }),
  'PATCH /operator/v1/sftp/logins/{id}': () => ({ status: 'DISABLED' }),
  'POST /operator/v1/jobs/failing/{id}/give-up': () => ({ reason: 'x' }),
  'PUT /operator/v1/log-level': () => ({ level: 'silent' }),
};
