import { Type } from 'typebox';
import { endpoint, ok, openEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { countryCodeField, emailField, nameField, oneOf } from '../platform/http/fields.ts';
import { accountOf } from './account.ts';
import { type SignUpDeps, signUp } from './sign-up.ts';

const tags = ['Account'];
const name = nameField();
const countryCode = countryCodeField();
const number = Type.String({ minLength: 1, maxLength: 100 });
const account = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    status: oneOf(['ACTIVE', 'SUSPENDED', 'CLOSED']),
    restricted: Type.Boolean(),
    companies: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), identifier: Type.String() })),
    legalName: Type.Optional(Type.String()),
    countryCode: Type.Optional(Type.String()),
    registrationNumber: Type.Optional(Type.String()),
    vatNumber: Type.Optional(Type.String()),
    environment: Type.Optional(oneOf(['TEST', 'PRODUCTION'])),
    createdAt: Type.Optional(Type.String()),
  },
  { title: 'Account' },
);

export function accountRoutes(deps: SignUpDeps) {
  return {
    get: endpoint(
      { summary: 'Read the account and the companies in reach', tags, response: { 200: account } },
      async ({ principal }) => ok(await accountOf(deps, principal)),
    ),
    signUp: openEndpoint(
      {
        summary: 'Create an account, its first company and its first owner',
        tags,
        body: strictObject({
          account: strictObject({
            name: Type.Optional(name),
            legalName: name,
            countryCode,
            registrationNumber: Type.Optional(number),
            vatNumber: Type.Optional(number),
          }),
          company: Type.Optional(
            strictObject({
              name: Type.Optional(name),
              identifier: Type.Optional(Type.String()),
              countryCode: Type.Optional(countryCode),
              registrationNumber: Type.Optional(number),
              vatNumber: Type.Optional(number),
            }),
          ),
          owner: strictObject({
            name: Type.Optional(name),
            email: emailField(),
            password: Type.String(),
          }),
          bootstrapToken: Type.Optional(Type.String()),
        }),
        response: {
          201: Type.Object({
            account,
            company: Type.Object({}, { additionalProperties: true }),
            user: Type.Object({}, { additionalProperties: true }),
            token: Type.String(),
            expiresAt: Type.String(),
          }),
        },
      },
      async ({ body, address, userAgent }) => ({
        status: 201,
        body: await signUp(deps, { address, userAgent }, body),
      }),
    ),
  };
}
