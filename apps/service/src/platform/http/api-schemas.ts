import type { TSchema } from 'typebox';
import { DETAIL_CODES, ERROR_CODES } from '../errors.ts';

/** A schema as OpenAPI 3.1 writes it. */
export type Shown = { [key: string]: unknown };

/** What these are called everywhere: ids of ours, and moments. */
const IDS = new Set([
  ...['id', 'companyId', 'messageId', 'participantId', 'webhookId', 'eventId', 'userId', 'accountId'],
  ...['loginId', 'actorId'],
]);
const MOMENT = /(?:At|^since|^until|^failingSince)$/;

const ERROR = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: { type: 'string', enum: Object.keys(ERROR_CODES), description: 'Stable; branch on it.' },
        message: { type: 'string', description: 'For people; ends with the next step.' },
        details: {
          type: 'array',
          maxItems: 20,
          items: {
            type: 'object',
            required: ['code', 'message'],
            properties: {
              field: { type: 'string', description: 'Absent where it is about the body as a whole.' },
              code: { type: 'string', enum: [...DETAIL_CODES] },
              message: { type: 'string' },
            },
          },
        },
        requestId: { type: 'string', description: 'Also in X-Request-Id; name it to support.' },
      },
    },
  },
};

/** Schemas of one document: those with a title are named, and stand there once. */
export class NamedSchemas {
  readonly all: Record<string, Shown> = { Error: ERROR };

  /** A schema of ours as OpenAPI shows it. */
  show(schema: TSchema): Shown {
    return this.#show(JSON.parse(JSON.stringify(schema)) as Shown, undefined);
  }

  #show(schema: Shown, name: string | undefined): Shown {
    const { says: _, title, ...shown } = this.#inside(schema);
    const full = { ...formOf(name, shown), ...shown };
    if (typeof title !== 'string') return full;
    const known = this.all[title];
    if (known && JSON.stringify(known) !== JSON.stringify({ title, ...full }))
      throw new Error(`two schemas are called ${title}`);
    this.all[title] = { title, ...full };
    return { $ref: `#/components/schemas/${title}` };
  }

  #inside(schema: Shown): Shown {
    const { properties, items, anyOf, patternProperties, ...rest } = schema;
    const shown: Shown = { ...rest };
    if (properties) {
      shown['properties'] = Object.fromEntries(
        Object.entries(properties as Record<string, Shown>).map(([key, inner]) => [
          key,
          this.#show(inner, key),
        ]),
      );
    }
    if (items) shown['items'] = this.#show(items as Shown, undefined);
    if (patternProperties) {
      const [inner] = Object.values(patternProperties as Record<string, Shown>);
      if (inner) shown['additionalProperties'] = this.#show(inner, undefined);
    }
    return anyOf ? { ...shown, ...this.#choice(anyOf as Shown[]) } : shown;
  }

  /** A choice of texts is an enum; of schemas it stays a choice. */
  #choice(branches: Shown[]): Shown {
    const values = branches.map((branch) => branch['const']);
    if (values.every((value) => typeof value === 'string')) return { type: 'string', enum: values };
    const choices = branches.filter(
      (branch) => branch['type'] === 'null' || typeof branch['const'] === 'string',
    );
    if (choices.length === branches.length)
      return { type: ['string', 'null'], enum: values.map((value) => value ?? null) };
    return { anyOf: branches.map((branch) => this.#show(branch, undefined)) };
  }
}

function formOf(name: string | undefined, { type, pattern, format, maxLength }: Shown): Shown {
  if (name === undefined || type !== 'string' || pattern || format || maxLength) return {};
  if (IDS.has(name)) return { format: 'uuid' };
  return MOMENT.test(name) ? { format: 'date-time' } : {};
}
