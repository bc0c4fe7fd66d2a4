/**
 * Who may call what, one row a route; what a row says of a route is what the specification says of it.
 *
 * Columns: the route, with what it is tried on after a `#`; what kind of object; the good answer; then a cell for each
 * principal. A cell of three signs is for an object of company A, of company B and of another account; of one sign, for
 * a route that has no such object.
 *
 *   +  the good answer
 *   -  404 NOT_FOUND: outside reach, which is as if it did not exist            [GEN-3]
 *   F  403 FORBIDDEN: not with this role, or not at the desk                    [COM-1, KEY-10]
 *   P  403 PERMISSION_DENIED: not with this key                                 [KEY-5]
 *   p  403 PERMISSION_DENIED: it would give what it does not have                [KEY-6]
 *   S  403 SESSION_REQUIRED: a key is nobody                                    [PKY-1]
 *   G  403 PASSWORD_CHANGE_REQUIRED                                             [AUT-8]
 *   L  403 ACCOUNT_SUSPENDED: reads go on, taking authority away and one's own credentials too [ACC-5]
 *   N  403 SENDER_NOT_ALLOWED: the same for unknown senders                     [MSG-1]
 *   V  400 VALIDATION_FAILED
 *   .  cannot be tried
 *
 * What a route asks of a key is answered before the object is looked at, what it asks of a role after it. [GEN-3] `everyone` is a route without
 * credential: the same answer for all, whatever they send along. [AUT-2] On all others, who has no
 * credential, or one that is malformed, expired, revoked or of a closed account, is 401 UNAUTHORIZED.
 *
 * Principals of the account: its owner; company admins and members, confined to company A or B where the name says so;
 * keys with one permission each, for the account and for company A; an owner whose password must be changed; the
 * operator's staff at the owner's desk. Of a suspended account, whose companies A and B are then meant: its owner, and a
 * key with all permissions.
 */
export const PRINCIPALS = [
  'owner',
  'adminA',
  'adminB',
  'member',
  'memberA',
  'read',
  'send',
  'receive',
  'manage',
  'readA',
  'sendA',
  'receiveA',
  'manageA',
  'mustChange',
  'suspended',
  'suspendedKey',
  'desk',
] as const;
export type PrincipalName = (typeof PRINCIPALS)[number];

export const TABLE = `
route                                                    object       good  owner adminA adminB member memberA  read send receive manage  readA sendA receiveA manageA  mustChange suspended suspendedKey desk

# Sign-in and session
POST /v1/auth/signup                                     -            201   everyone
POST /v1/auth/login                                      -            200   everyone
POST /v1/auth/forgot                                     -            204   everyone
POST /v1/auth/reset                                      -            400:RESET_TOKEN_INVALID everyone
POST /v1/auth/oidc/start                                 -            200   everyone
POST /v1/auth/oidc                                       -            401:SSO_NOT_LINKED everyone
POST /v1/auth/passkey/challenge                          -            200   everyone
POST /v1/auth/passkey/login                              -            401:UNAUTHORIZED everyone
POST /v1/desk-sessions/exchange                          -            401:UNAUTHORIZED everyone
GET /v1/sso/status                                       -            200   everyone
POST /v1/auth/logout                                     -            204   +     +      +      +      +        +    +    +       +       +     +     +        +        G          +         +            +
GET /v1/me                                               -            200   +     +      +      +      +        +    +    +       +       +     +     +        +        +          +         +            +
GET /v1/sessions                                         -            200   +     +      +      +      +        S    S    S       S       S     S     S        S        G          +         S            +
DELETE /v1/sessions/{id}#own                             ownSession   204   +     +      +      +      +        S    S    S       S       S     S     S        S        G          +         S            +
DELETE /v1/sessions/{id}#another's                       session      204   -     -      -      -      -        S    S    S       S       S     S     S        S        G          -         S            -

# Account and companies
GET /v1/account                                          -            200   +     +      +      +      +        +    P    P       P       +     P     P        P        G          +         +            +
POST /v1/account/export                                  runningExport 409:EXPORT_IN_PROGRESS + F F F F                  P    P    P       p       P     P     P        p        G          +         +            F
GET /v1/account/export                                   -            200   + F F F F                  P    P    P       p       P     P     P        p        G          +         +            F
GET /v1/account/export/{exportId}                        export       200   ++-   FF-    FF-    FF-    FF-      PPP  PPP  PPP     pp-     PPP   PPP   PPP      pp-      GGG        ++-       ++-          FF-
GET /v1/exports/{token}                                  -            404:NOT_FOUND everyone
GET /v1/audit                                            -            200   +     +      +      F      F        P    P    P       +       P     P     P        +        G          +         +            +
GET /v1/companies                                        -            200   +     +      +      +      +        +    P    P       P       +     P     P        P        G          +         +            +
POST /v1/companies                                       -            201   +     F      F      F      F        P    P    P       +       P     P     P        F        G          L         L            +
GET /v1/companies/{id}                                   company      200   ++-   +--    -+-    ++-    +--      ++-  PPP  PPP     PPP     +--   PPP   PPP     PPP      GGG        ++-       ++-          ++-
PATCH /v1/companies/{id}                                 company      200   ++-   F--    -F-    FF-    F--      PPP  PPP  PPP     ++-     PPP   PPP   PPP      F--      GGG        LLL       LLL          ++-

# Participants
GET /v1/participants                                     company      200   ++-   +--    -+-    ++-    +--      ++-  PPP  PPP     PPP     +--   PPP   PPP     PPP      GGG        ++-       ++-          ++-
POST /v1/participants                                    company      201   ++-   +--    -+-    ++-    +--      PPP  PPP  PPP     ++-     PPP   PPP   PPP      +--      GGG        LLL       LLL          ++-
GET /v1/participants/{id}                                participant  200   ++-   +--    -+-    ++-    +--      ++-  PPP  PPP     PPP     +--   PPP   PPP     PPP      GGG        ++-       ++-          ++-
PATCH /v1/participants/{id}                              participant  200   ++-   +--    -+-    ++-    +--      PPP  PPP  PPP     ++-     PPP   PPP   PPP      +--      GGG        LLL       LLL          ++-
DELETE /v1/participants/{id}                             newParticipant 200 ++-   +--    -+-    ++-    +--      PPP  PPP  PPP     ++-     PPP   PPP   PPP     +--      GGG        LLL       LLL          ++-
GET /v1/participants/{id}/audit                          participant  200   ++-   +--    -+-    ++-    +--      ++-  PPP  PPP     PPP     +--   PPP   PPP     PPP      GGG        ++-       ++-          ++-
GET /v1/participants/{id}/capabilities                   participant  200   ++-   +--    -+-    ++-    +--      ++-  PPP  PPP     PPP     +--   PPP   PPP     PPP      GGG        ++-       ++-          ++-
POST /v1/participants/{id}/capabilities                  newParticipant 201 ++-   +--    -+-    ++-    +--      PPP  PPP  PPP     ++-     PPP   PPP   PPP      +--      GGG        LLL       LLL          ++-
DELETE /v1/participants/{id}/capabilities/{capability}   newParticipant 204 ++-   +--    -+-    ++-    +--      PPP  PPP  PPP     ++-     PPP   PPP   PPP     +--      GGG        LLL       LLL          ++-
POST /v1/participants/{id}/migration                     participant  409:INVALID_STATE ++- +-- -+- ++- +--        PPP  PPP  PPP     ++-     PPP   PPP   PPP      +--      GGG        LLL       LLL          ++-

# Messages
GET /v1/messages                                         company      200   ++-   +--    -+-    ++-    +--      ++-  PPP  PPP     PPP     +--   PPP   PPP     PPP      GGG        ++-       ++-          ++-
GET /v1/messages#inbound                                 company      200   ++-   +--    -+-    ++-    +--      ++-  PPP  ++-     PPP     +--   PPP   +--      PPP      GGG        ++-       ++-          ++-
GET /v1/messages#outbound                                company      200   ++-   +--    -+-    ++-    +--      ++-  ++-  PPP     PPP     +--   +--   PPP      PPP      GGG        ++-       ++-          ++-
POST /v1/messages                                        sender       202   ++N   +NN    N+N    ++N    +NN      PPP  ++N  PPP     PPP     PPP   +NN   PPP      PPP      GGG        LLL       LLL          ++N
POST /v1/messages/uploads                                company      201   ++-   +--    -+-    ++-    +--      PPP  ++-  PPP     PPP     PPP   +--   PPP      PPP      GGG        LLL       LLL          ++-
POST /v1/messages/validate                                -            200   +     +      +      +      +        P    +    P       P       P     +     P        P        G          L         L            +
PUT /v1/uploads/{token}                                  -            404:NOT_FOUND everyone
GET /v1/messages/{id}#outbound                           outbound     200   ++-   +--    -+-    ++-    +--      ++-  ++-  PP-     PPP     +--   +--   P--      PPP      GGG        ++-       ++-          ++-
GET /v1/messages/{id}#inbound                            inbound      200   ++-   +--    -+-    ++-    +--      ++-  PP-  ++-     PPP     +--   P--   +--      PPP      GGG        ++-       ++-          ++-
GET /v1/messages/{id}/payload#outbound                   outbound     200   ++-   +--    -+-    ++-    +--      ++-  PPP  PP-     PPP     +--   PPP   P--      PPP      GGG        ++-       ++-          ++-
GET /v1/messages/{id}/payload#inbound                    inbound      200   ++-   +--    -+-    ++-    +--      PP-  PPP  ++-     PPP     P--   PPP   +--      PPP      GGG        ++-       ++-          ++-
GET /v1/messages/{id}/view#outbound                      outbound     200   ++-   +--    -+-    ++-    +--      ++-  PPP  PP-     PPP     +--   PPP   P--      PPP      GGG        ++-       ++-          ++-
GET /v1/messages/{id}/view#inbound                       inbound      200   ++-   +--    -+-    ++-    +--      PP-  PPP  ++-     PPP     P--   PPP   +--      PPP      GGG        ++-       ++-          ++-
GET /v1/messages/{id}/timeline#outbound                  outbound     200   ++-   +--    -+-    ++-    +--      ++-  ++-  PPP     PPP     +--   +--   PPP      PPP      GGG        ++-       ++-          ++-
GET /v1/messages/{id}/timeline#inbound                   inbound      200   ++-   +--    -+-    ++-    +--      ++-  PP-  PPP     PPP     +--   P--   PPP      PPP      GGG        ++-       ++-          ++-
GET /v1/messages/{id}/evidence#outbound                  outbound     200   ++-   +--    -+-    ++-    +--      ++-  ++-  PPP     PPP     +--   +--   PPP      PPP      GGG        ++-       ++-          ++-
GET /v1/messages/{id}/evidence#inbound                   inbound      200   ++-   +--    -+-    ++-    +--      ++-  PP-  PPP     PPP     +--   P--   PPP      PPP      GGG        ++-       ++-          ++-
POST /v1/messages/ack                                    -            200   +     +      +      +      +        P    P    +       P       P     P     +        P        G          +         +            +
POST /v1/messages/{id}/ack                               inbound      200   ++-   +--    -+-    ++-    +--      PPP  PPP  ++-     PPP     PPP   PPP   +--      PPP      GGG        ++-       ++-          ++-

# Events
GET /v1/events                                           company      200   ++-   +--    -+-    ++-    +--      ++-  PPP  PPP     PPP     +--   PPP   PPP      PPP      GGG        ++-       ++-          ++-
POST /v1/stream-tickets                                  -            201   +     +      +      +      +        +    P    P       P       +     P     P        P        G          +         +            +
GET /v1/stream                                           -            200   +     +      +      +      +        +    P    P       P       +     P     P        P        G          +         +            +

# SFTP
GET /v1/sftp/connection                                  -            200   +     +      +      +      +        +    P    P       P       +     P     P        P        G          +         +            +
GET /v1/sftp/logins                                      company      200   ++-   +--    -+-    ++-    +--      ++-  PPP  PPP     PPP     +--   PPP   PPP     PPP      GGG        ++-       ++-          ++-
PATCH /v1/sftp/logins/{id}                               sftpLogin    200   ++-   +--    -+-    FF-    F--      SSS  SSS  SSS     SSS     SSS   SSS   SSS      SSS      GGG        LLL       LLL          FF-

# Webhooks
GET /v1/webhooks                                         company      200   ++-   +--    -+-    ++-    +--      ++-  PPP  PPP     PPP     +--   PPP   PPP      PPP      GGG        ++-       ++-          ++-
POST /v1/webhooks                                        company      201   ++-   +--    -+-    FFF    FFF      PPP  PPP  PPP     ppp     PPP   PPP   PPP      ppp      GGG        LLL       LLL          FFF
POST /v1/webhooks#account-wide                           -            201   +     F      F      F      F        P    P    P       p       P     P     P        p        G          L         L            F
PATCH /v1/webhooks/{id}                                  webhook      200   ++-   +--    -+-    FF-    F--      PPP  PPP  PPP     ++-     PPP   PPP   PPP      +--      GGG        LLL       LLL          ++-
PATCH /v1/webhooks/{id}#secret                           webhook      200   ++-   +--    -+-    FF-    F--      PPP  PPP  PPP     pp-     PPP   PPP   PPP      p--      GGG        LLL       LLL          FF-
PATCH /v1/webhooks/{id}#account-wide                     wideWebhook  200   ++-   ---    ---    FF-    ---      PPP  PPP  PPP     ++-     PPP   PPP   PPP      ---      GGG        LLL       LLL          ++-
DELETE /v1/webhooks/{id}                                 newWebhook   204   ++-   +--    -+-    FF-    F--      PPP  PPP  PPP     ++-     PPP   PPP   PPP      +--      GGG        ++-       ++-          ++-
POST /v1/webhooks/{id}/test                              webhook      200   ++-   +--    -+-    FF-    F--      PPP  PPP  PPP     ++-     PPP   PPP   PPP      +--      GGG        LLL       LLL          ++-
POST /v1/webhooks/{id}/recover                           webhook      202   ++-   +--    -+-    FF-    F--      PPP  PPP  PPP     pp-     PPP   PPP   PPP      p--      GGG        LLL       LLL          ++-
GET /v1/webhooks/deliveries                              company      200   ++-   +--    -+-    ++-    +--      ++-  PPP  PPP     PPP     +--   PPP   PPP      PPP      GGG        ++-       ++-          ++-
GET /v1/webhooks/deliveries/{id}                         delivery     200   ++-   +--    -+-    ++-    +--      ++-  PPP  PPP     PPP     +--   PPP   PPP      PPP      GGG        ++-       ++-          ++-
POST /v1/webhooks/deliveries/{id}/replay                 delivery     202   ++-   +--    -+-    FF-    F--      PPP  PPP  PPP     ++-     PPP   PPP   PPP      +--      GGG        LLL       LLL          ++-

# Usage
GET /v1/usage                                            company      200   ++-   +--    -+-    ++-    +--      ++-  PPP  PPP     PPP     +--   PPP   PPP     PPP      GGG        ++-       ++-          ++-

# Sandbox
GET /v1/sandbox/receivers                                -            200   +     +      +      +      +        +    P    P       P       +     P     P        P        G          +         +            +
POST /v1/sandbox/inbound                                 participant  409:INVALID_STATE ++- +-- -+- ++- +--        PPP  PPP  ++-     PPP     PPP   PPP   +--      PPP      GGG        LLL       LLL          ++-
POST /v1/sandbox/events                                  company      202   ++-   +--    -+-    FFF    FFF      PPP  PPP  PPP     ++-     PPP   PPP   PPP      +--      GGG        LLL       LLL          ++-

# Network
POST /v1/network/participants/lookup                     company      200   ++-   +--    -+-    ++-    +--      ++-  PPP  PPP     PPP     +--   PPP   PPP      PPP      GGG        ++-       ++-          ++-
GET /v1/network/participants/search                      -            200   +     +      +      +      +        +    P    P       P       +     P     P        P        G          +         +            +
GET /v1/network/participants/{peppolId}                  -            200   +     +      +      +      +        +    P    P       P       +     P     P        P        G          +         +            +
GET /v1/network/participants/{peppolId}/capabilities     -            200   +     +      +      +      +        +    P    P       P       +     P     P        P        G          +         +            +

# Users
GET /v1/users                                            company      200   ++-   +--    -+-    FFF    FFF      PPP  PPP  PPP     ++-     PPP   PPP   PPP     +--      GGG        ++-       ++-          ++-
POST /v1/users                                           company      201   ++-   +--    -+-    FFF    FFF      PPP  PPP  PPP     ppp     PPP   PPP   PPP      ppp      GGG        LLL       LLL          FFF
PATCH /v1/users/{id}#role                                user         200   ++-   +--    -+-    FF-    F--      PPP  PPP  PPP     ++-     PPP   PPP   PPP      +--      GGG        LLL       LLL          ++-
PATCH /v1/users/{id}#password                            user         200   ++-   F--    -F-    FF-    F--      PPP  PPP  PPP     FF-     PPP   PPP   PPP      F--      GGG        LLL       LLL          FFF
PATCH /v1/users/{id}#oneself                             oneself      400:CURRENT_PASSWORD_REQUIRED + + + + +   P    P    P       .       P     P     P        .        +          +         .            F
PATCH /v1/users/{id}#notifications                       oneself      200   +     +      +      +      +        P    P    P       .       P     P     P        .        G          +         .            F
PATCH /v1/users/{id}#notificationsOfAnother              user         403:FORBIDDEN ++- +-- -+-  FF-    F--      PPP  PPP  PPP     ++-     PPP   PPP   PPP      +--      GGG        LLL       LLL          ++-
DELETE /v1/users/{id}                                    newUser      200   ++-   +--    -+-    FF-    F--      PPP  PPP  PPP     ++-     PPP   PPP   PPP      +--      GGG        ++-       ++-          ++-
POST /v1/users/{id}/enable                               user         200   ++-   +--    -+-    FF-    F--      PPP  PPP  PPP     ++-     PPP   PPP   PPP      +--      GGG        LLL       LLL          ++-
GET /v1/unsubscribe/{token}                              -            404:NOT_FOUND everyone
POST /v1/unsubscribe/{token}                             -            404:NOT_FOUND everyone

# API keys
GET /v1/api-keys                                         company      200   ++-   +--    -+-    FFF    FFF      PPP  PPP  PPP     ++-     PPP   PPP   PPP     +--      GGG        ++-       ++-          ++-
POST /v1/api-keys                                        company      201   ++-   +--    -+-    FFF    FFF      PPP  PPP  PPP     ++-     PPP   PPP   PPP      +--      GGG        LLL       LLL          FFF
POST /v1/api-keys#account-wide                           -            201   +     F      F      F      F        P    P    P       +       P     P     P        F        G          L         L            F
DELETE /v1/api-keys/{id}                                 newKey       204   ++-   +--    -+-    FF-    F--      PPP  PPP  PPP     ++-     PPP   PPP   PPP      +--      GGG        ++-       ++-          ++-

# Passkeys
GET /v1/passkeys                                         -            200   +     +      +      +      +        S    S    S       S       S     S     S        S        G          +         S            +
POST /v1/passkeys/challenge                              -            200   +     +      +      +      +        S    S    S       S       S     S     S        S        G          +         S            F
POST /v1/passkeys                                        -            201   +     +      +      +      +        S    S    S       S       S     S     S        S        G          +         S            F
DELETE /v1/passkeys/{id}#own                             ownPasskey   204   +     +      +      +      +        S    S    S       S       S     S     S        S        G          +         S            F
DELETE /v1/passkeys/{id}#another's                       passkey      204   -     -      -      -      -        S    S    S       S       S     S     S        S        G          -         S            F

# Single sign-on identities
GET /v1/sso/identities                                   -            200   +     +      +      +      +        +    P    P       P       +     P     P        P        G          +         +            +
POST /v1/sso/identities#own                              -            201   +     +      +      +      +        P    P    P       V       P     P     P        V        G          +         L            F
POST /v1/sso/identities#user                             user         201   VVV   VVV    VVV    VVV    VVV      PPP  PPP  PPP     pp-     PPP   PPP   PPP      p--      GGG        VVV       LLL          FFF
DELETE /v1/sso/identities/{id}#own                       ownIdentity  204   +     +      +      +      +        P    P    P       .       P     P     P        .        G          +         .            F
DELETE /v1/sso/identities/{id}#another's                 newIdentity  204   ++-   FF-    FF-    FF-    FF-      PPP  PPP  PPP     ++-     PPP   PPP   PPP      +--      GGG        ++-       ++-          FFF
`;
