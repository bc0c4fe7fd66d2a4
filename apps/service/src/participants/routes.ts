import { Type } from 'typebox';
import { DIRECTIONS } from '../platform/access/route-access.ts';
import { auditFields } from '../platform/http/audit-schema.ts';
import { created, endpoint, noContent, ok, strictObject } from '../platform/http/endpoint.ts';
import { idParams, matching, nameField, oneOf } from '../platform/http/fields.ts';
import { pageFields, pageQuery, periodQuery, searchQuery } from '../platform/http/page.ts';
import {
  addCapability,
  changeParticipant,
  listCapabilities,
  readParticipant,
  removeCapability,
  withdrawParticipant,
} from './change.ts';
import { createParticipant } from './create.ts';
import { listParticipants } from './list.ts';
import { listAudit } from './list-audit.ts';
import {
  capabilitySchema as capability,
  direction,
  PARTICIPANT_NAMES,
  participantSchema,
} from './participant-schema.ts';

const tags = ['Participants'];
const capabilityInput = {
  documentTypeId: Type.String({
    description: 'A short alias such as invoice, or a full Peppol document type identifier.',
  }),
  processId: Type.Optional(Type.String({ description: 'Required with a full document type identifier.' })),
  direction,
  allowUnvalidated: Type.Optional(Type.Boolean()),
};
const name = nameField();
const countryCode = matching('^[A-Z0-9]{2}$', 'must be two letters such as SE');

export function participantRoutes(
  deps: Parameters<typeof listParticipants>[0] & Parameters<typeof createParticipant>[0],
) {
  return {
    list: endpoint(
      {
        summary: 'List participants',
        tags,
        querystring: strictObject({
          ...searchQuery,
          ...pageQuery,
          ...periodQuery,
          direction: Type.Optional(
            oneOf(DIRECTIONS, { description: 'Addresses that receive, or that send.' }),
          ),
          companyId: Type.Optional(Type.String()),
          status: Type.Optional(oneOf(PARTICIPANT_NAMES)),
          counts: Type.Optional(Type.Boolean()),
        }),
        response: {
          200: Type.Object({
            participants: Type.Array(participantSchema),
            ...pageFields,
            counts: Type.Optional(
              Type.Object({ total: Type.Integer(), byStatus: Type.Record(Type.String(), Type.Integer()) }),
            ),
          }),
        },
      },
      async ({ principal, query }) => ok(await listParticipants(deps, principal, query)),
    ),
    create: endpoint(
      {
        summary: 'Ask for a Peppol address',
        tags,
        body: strictObject({
          companyId: Type.String(),
          scheme: Type.String(),
          value: Type.String({ minLength: 1, maxLength: 130 }),
          name,
          identifier: Type.Optional(Type.String()),
          countryCode: Type.Optional(countryCode),
          capabilities: Type.Optional(Type.Array(strictObject(capabilityInput), { maxItems: 100 })),
        }),
        response: { 201: participantSchema },
      },
      async ({ principal, body }) => created(await createParticipant(deps, principal, body)),
    ),
    get: endpoint(
      { summary: 'Read a participant', tags, params: idParams, response: { 200: participantSchema } },
      async ({ principal, params: { id } }) => ok(await readParticipant(deps, principal, id)),
    ),
    change: endpoint(
      {
        summary: 'Change a participant; a rejected one asks for approval again',
        tags,
        params: idParams,
        body: strictObject({
          name: Type.Optional(name),
          identifier: Type.Optional(Type.String()),
          countryCode: Type.Optional(countryCode),
        }),
        response: { 200: participantSchema },
      },
      async ({ principal, params: { id }, body }) => ok(await changeParticipant(deps, principal, id, body)),
    ),
    withdraw: endpoint(
      { summary: 'Withdraw a participant', tags, params: idParams, response: { 200: participantSchema } },
      async ({ principal, params: { id } }) => ok(await withdrawParticipant(deps, principal, id)),
    ),
    audit: endpoint(
      {
        summary: 'Who did what to a participant',
        tags,
        params: idParams,
        querystring: strictObject({
          ...searchQuery,
          ...pageQuery,
          ...periodQuery,
          eventType: Type.Optional(Type.String()),
          direction: Type.Optional(
            oneOf(DIRECTIONS, { description: 'What was done to capabilities that receive, or that send.' }),
          ),
          status: Type.Optional(
            oneOf(PARTICIPANT_NAMES, { description: 'Moves to this status, and from it.' }),
          ),
        }),
        response: {
          200: Type.Object({
            rows: Type.Array(Type.Object(auditFields, { title: 'ParticipantAuditRow' })),
            ...pageFields,
          }),
        },
      },
      async ({ principal, params: { id }, query }) => ok(await listAudit(deps, principal, id, query)),
    ),
    capabilities: endpoint(
      {
        summary: 'What a participant may send and receive',
        tags,
        params: idParams,
        response: { 200: Type.Object({ capabilities: Type.Array(capability) }) },
      },
      async ({ principal, params: { id } }) =>
        ok({ capabilities: await listCapabilities(deps, principal, id) }),
    ),
    addCapability: endpoint(
      {
        summary: 'Add a capability, or merge it into the one there is',
        tags,
        params: idParams,
        body: strictObject(capabilityInput),
        response: { 200: capability, 201: capability },
      },
      async ({ principal, params: { id }, body }) => {
        const { capability: saved, isNew } = await addCapability(deps, principal, id, body);
        return isNew ? created(saved) : ok(saved);
      },
    ),
    removeCapability: endpoint(
      {
        summary: 'Remove a capability by its id, alias or document type identifier',
        tags,
        params: Type.Object({ id: Type.String(), capability: Type.String() }),
        response: { 204: Type.Null() },
      },
      async ({ principal, params: { id, capability: which } }) => {
        await removeCapability(deps, principal, id, which);
        return noContent();
      },
    ),
  };
}
