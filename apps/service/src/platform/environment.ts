import { AppError } from './errors.ts';
import { isWellFormedSecret, newSecret } from './secret.ts';

/** Whether real companies are reached. */
export type Environment = 'TEST' | 'PRODUCTION';

const MARKS = { TEST: 'test_', PRODUCTION: 'live_' } as const;
const NAMES = { TEST: 'a test installation', PRODUCTION: 'production' } as const;
const CREDENTIALS = {
  'api-key': 'pap_',
  session: 'pus_',
  'operator-session': 'pos_',
  'operator-token': 'pop_',
} as const;
type Credential = keyof typeof CREDENTIALS;

export const isApiKey = (text: string): boolean => text.startsWith(CREDENTIALS['api-key']);

/** Keys and sessions say where they belong, so that nobody takes one of a test for a real one. [KEY-11] */
export const newCredential = (kind: Credential, environment: Environment): string =>
  newSecret(CREDENTIALS[kind] + MARKS[environment]);

/** Also as they were made before they told their environment. Says nothing about whether they exist. */
export const isWellFormedCredential = (text: string, kind: Credential): boolean =>
  ['', ...Object.values(MARKS)].some((mark) => isWellFormedSecret(text, CREDENTIALS[kind] + mark));

/** A credential of the other environment is told so: whoever mixed them up learns more than that it is unknown. */
export function refuseStranger(text: string, here: Environment): void {
  const there = here === 'TEST' ? 'PRODUCTION' : 'TEST';
  const isStrange = Object.values(CREDENTIALS).some((prefix) => text.startsWith(prefix + MARKS[there]));
  if (isStrange) {
    throw new AppError('UNAUTHORIZED', {
      message: `This credential belongs to ${NAMES[there]}, and this is ${NAMES[here]}. Use one that was made here.`,
    });
  }
}
