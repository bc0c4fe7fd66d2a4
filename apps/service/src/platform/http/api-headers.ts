const whole = (description: string) => ({ description, schema: { type: 'integer' } });

/** Headers of answers, once for all of them. */
export const HEADERS = {
  'X-Request-Id': { description: 'Of this request.', schema: { type: 'string' } },
  'X-Pappel-Environment': {
    description: 'Whether real companies are reached.',
    schema: { type: 'string', enum: ['TEST', 'PRODUCTION'] },
  },
  'RateLimit-Limit': whole('Calls that may come at once, of the limit that was hit or is nearest.'),
  'RateLimit-Remaining': whole('Calls that are left of it.'),
  'RateLimit-Reset': whole('Seconds until all of them are given back.'),
  'Retry-After': whole('Seconds after which trying again makes sense.'),
};

export const header = (name: keyof typeof HEADERS) => ({ [name]: { $ref: `#/components/headers/${name}` } });
export const LIMIT_HEADERS = {
  ...header('RateLimit-Limit'),
  ...header('RateLimit-Remaining'),
  ...header('RateLimit-Reset'),
};
