import { type Command, InvalidArgumentError } from 'commander';
import { EVENT_TYPES, type EventType } from '../platform/events/event.ts';
import type { Environment } from '../settings/settings.ts';
import type { Carried } from './listen.ts';
import { SECRET_PREFIX } from './signature.ts';
import { newWebhookSecret } from './signing-secret.ts';
import { refuseTarget } from './target.ts';

interface Options {
  forwardTo: string;
  key?: string;
  url: string;
  events: EventType[];
  from?: number | Date;
  secret?: string;
  json?: true;
}

const AFTER = `
Requests are signed as those of a webhook endpoint, with a secret of this run or the one that is given. What is not answered
with 2xx is not tried again. Ctrl-C ends it, and tells the place to go on from.`;

/** `pappel listen`. */
export function listenCommand(program: Command, env: Environment): void {
  program
    .command('listen')
    .description('carry the events of an account to this machine, as a webhook endpoint would hear them')
    .requiredOption(
      '--forward-to <url>',
      'where they are posted, such as http://localhost:3000/hook',
      targetOf,
    )
    .option('--key <key>', 'an API key that may read; without it the variable PAPPEL_KEY is taken')
    .option(
      '--url <url>',
      'of the API; without it the variable PAPPEL_URL is taken',
      env['PAPPEL_URL'] ?? localUrl(env),
    )
    .option('--events <types>', 'only these, with commas between; every one when omitted', typesOf, [])
    .option(
      '--from <place>',
      'after that place in the log, or since a time; from now on when omitted',
      placeOf,
    )
    .option(
      '--secret <secret>',
      'to sign with, whsec_…; a new one is made and printed when omitted',
      secretOf,
    )
    .option('--json', 'a line of JSON for each, for programs')
    .addHelpText('after', AFTER)
    .action(async (options: Options) => {
      const key = options.key ?? env['PAPPEL_KEY'];
      if (!key) throw new Error('An API key is missing. Give it with --key, or as PAPPEL_KEY.');
      process.exitCode = await carry(options, key);
    });
}

const localUrl = (env: Environment): string => `http://127.0.0.1:${env['PORT'] ?? 8080}`;

function targetOf(url: string): string {
  const reason = refuseTarget(url, { httpsOnly: false, publicOnly: false });
  if (reason) throw new InvalidArgumentError(`It ${reason}.`);
  return url;
}

function typesOf(text: string): EventType[] {
  return text.split(',').map((one) => {
    const type = EVENT_TYPES.find((known) => known === one.trim());
    if (!type)
      throw new InvalidArgumentError(`"${one.trim()}" is none; name some of ${EVENT_TYPES.join(', ')}.`);
    return type;
  });
}

function placeOf(text: string): number | Date {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new InvalidArgumentError(
      'It must be a place such as 4712, or a time such as 2026-11-22T10:00:00Z.',
    );
  return time;
}

function secretOf(text: string): string {
  const isSecret =
    text.startsWith(SECRET_PREFIX) && /^[A-Za-z0-9+/]+={0,2}$/.test(text.slice(SECRET_PREFIX.length));
  if (!isSecret) throw new InvalidArgumentError('It must be whsec_ and base64.');
  return text;
}

/** Until Ctrl-C, which is its good end. */
async function carry(options: Options, apiKey: string): Promise<number> {
  const { Pappel } = await import('@pappel/client');
  const { PappelError } = await import('@pappel/client/error');
  const { listen } = await import('./listen.ts');
  const { forwardTo, url, events: types, from, secret = newWebhookSecret(), json } = options;
  const over = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => over.abort());
  const client = new Pappel({ apiKey, baseUrl: url });
  console.log(headLine(options, secret));
  let place: number | undefined;
  try {
    for await (const carried of listen({ client, forwardTo, secret, types, from, signal: over.signal })) {
      place = carried.seq;
      console.log(json ? JSON.stringify(asJson(carried)) : lineOf(carried));
    }
    return 0;
  } catch (error) {
    if (!(error instanceof PappelError) || error.status === undefined) throw error;
    console.error(`${error.code}: ${error.message}`);
    return 1;
  } finally {
    if (place !== undefined) console.error(`--from ${place} goes on from here.`);
  }
}

/** A secret that was made is shown here and nowhere else. */
function headLine({ forwardTo, secret: given, json }: Options, secret: string): string {
  if (json) return JSON.stringify({ forwardTo, ...(given ? {} : { secret }) });
  return `To ${forwardTo}, signed with ${given ? 'the secret that was given' : secret}`;
}

function asJson(carried: Carried): object {
  if (carried.type === 'reset') return carried;
  const { answer, ...event } = carried;
  const { status, error, durationMs } = answer;
  return { at: new Date().toISOString(), ...event, status, error, durationMs };
}

function lineOf(carried: Carried): string {
  const at = new Date().toISOString();
  if (carried.type === 'reset') return `${at}  some events are no longer kept, and were missed`;
  const { type, id, answer } = carried;
  return `${at}  ${type}  ${answer.status ?? answer.error}  ${answer.durationMs} ms  ${id}`;
}
