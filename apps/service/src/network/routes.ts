import { Type } from 'typebox';
import { endpoint, ok, strictObject } from '../platform/http/endpoint.ts';
import { oneOf } from '../platform/http/fields.ts';
import { type LookupDeps, lookUp, MOST_IDS, MOST_WITH_CAPABILITIES } from './lookup.ts';
import { networkCapabilities, networkParticipant } from './participant.ts';
import { type SearchDeps, searchNetwork } from './search.ts';

const tags = ['Network'];
const text = Type.Optional(Type.String());
const literals = <const Names extends readonly string[]>(...names: Names) => oneOf(names);
const capability = Type.Object(
  {
    documentTypeId: Type.String(),
    processId: Type.String(),
    type: text,
    endpointUrl: Type.String(),
    transportProfile: Type.String(),
    certificateExpiresAt: text,
  },
  { title: 'NetworkCapability' },
);
const params = Type.Object({
  peppolId: Type.String({
    description: 'scheme:value, such as 0007:5567321707; with or without iso6523-actorid-upis::',
  }),
});

export function networkRoutes(deps: LookupDeps & SearchDeps) {
  return {
    lookup: endpoint(
      {
        summary: `Whether up to ${MOST_IDS} participants are on the network`,
        description: `One result per id, in the same order. INVALID is a malformed id, ERROR a lookup that failed and says nothing about the participant; error says why. OK carries exists, types and, where at most ${MOST_WITH_CAPABILITIES} ids are asked for, capabilities; with an error beside exists they could not be read.`,
        tags,
        body: strictObject({ companyId: text, ids: Type.Array(Type.String()) }),
        response: {
          200: Type.Object({
            results: Type.Array(
              Type.Object(
                {
                  id: Type.String({ format: 'peppol-id' }),
                  status: literals('OK', 'INVALID', 'ERROR'),
                  canonicalId: text,
                  exists: Type.Optional(Type.Boolean()),
                  smpUrl: text,
                  types: Type.Optional(Type.Array(Type.String())),
                  capabilities: Type.Optional(Type.Array(capability)),
                  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
                },
                { title: 'LookupResult' },
              ),
            ),
          }),
        },
      },
      async ({ principal, body }) => ok({ results: await lookUp(deps, principal, body) }),
    ),
    search: endpoint(
      {
        summary: 'Find a participant by id, registration number or name',
        description:
          'Every row was seen in an SMP. directoryConfigured says whether the Peppol Directory was consulted; incomplete that part of the network did not answer.',
        tags,
        querystring: strictObject({ q: Type.String({ minLength: 1, maxLength: 64 }) }),
        response: {
          200: Type.Object({
            mode: literals('id', 'search'),
            results: Type.Array(
              Type.Object(
                {
                  peppolId: Type.String(),
                  canonicalId: Type.String(),
                  name: text,
                  countryCode: text,
                  registrationNumber: text,
                  source: literals('SMP', 'DIRECTORY'),
                  smpUrl: text,
                  types: Type.Array(Type.String()),
                },
                { title: 'SearchResult' },
              ),
            ),
            directoryConfigured: Type.Boolean(),
            incomplete: Type.Optional(Type.Boolean()),
          }),
        },
      },
      async ({ principal, query: { q } }) => ok(await searchNetwork(deps, principal, q)),
    ),
    participant: endpoint(
      {
        summary: 'One participant as the network shows it',
        tags,
        params,
        response: {
          200: Type.Object({
            participant: Type.Object({
              id: Type.String({ format: 'peppol-id' }),
              canonicalId: Type.String(),
              exists: Type.Boolean(),
              smpUrl: text,
              name: text,
              countryCode: text,
            }),
          }),
        },
      },
      async ({ principal, params: { peppolId } }) =>
        ok({ participant: await networkParticipant(deps, principal, peppolId) }),
    ),
    capabilities: endpoint(
      {
        summary: 'What a participant receives, and where',
        tags,
        params,
        response: {
          200: Type.Object({
            capabilities: Type.Array(capability),
            problems: Type.Optional(
              Type.Array(Type.Object({ documentTypeId: Type.String(), message: Type.String() })),
            ),
          }),
        },
      },
      async ({ principal, params: { peppolId } }) => ok(await networkCapabilities(deps, principal, peppolId)),
    ),
  };
}
