import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  settled,
  signUp,
  startWith,
  TIMBER,
  until,
} from '../../apps/service/tests/harness.ts';
import { newKey, newPerson, signIn } from '../../apps/service/tests/people.ts';
import { freePortSettings } from '../../scripts/free-ports.ts';
import { type Founders, fill } from './fill.ts';
import { documents, type Population, type Stored } from './population.ts';

/** An installation with so many documents, as its folder remembers it. */
interface Kept {
  count: number;
  founders: Founders;
  /** Of people who reach so many companies of the huge account. */
  emails: Record<Confined, string>;
  /** Of the one company that has half of the huge account's documents, and of one that has few. */
  companyKeys: { large: string; thin: string };
  /** A document of the middle of its time, as it was written. */
  old: Stored;
}

/** One that runs, as those who ask it know it. */
export interface Installation extends Kept {
  pappel: Pappel;
  /** Tokens of the people who reach so many companies. */
  confined: Record<Confined, string>;
}

export const CONFINED = [3, 50, 500] as const;
export type Confined = (typeof CONFINED)[number];

/** Opens the one that stands in this folder, or makes and fills it. */
export async function openInstallation(dir: string, count: number): Promise<Installation> {
  const file = join(dir, 'kept.json');
  if (!existsSync(file)) await make(dir, count, file);
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;
  const pappel = await start(dir);
  const confined = {} as Record<Confined, string>;
  for (const many of CONFINED) confined[many] = await signIn(pappel, kept.emails[many]);
  return { ...kept, pappel, confined };
}

/** As `npm start` does, with its own PostgreSQL. */
async function start(dir: string): Promise<Pappel> {
  const ports = await freePortSettings();
  return startWith({ ...ports, DATA_DIR: dir, NETWORK: 'local', RATE_LIMITS: 'off', SANDBOX: 'false' });
}

async function whileRunning<Result>(dir: string, work: (pappel: Pappel) => Promise<Result>): Promise<Result> {
  const pappel = await start(dir);
  try {
    return await work(pappel);
  } finally {
    await pappel.service.stop();
  }
}

async function make(dir: string, count: number, file: string): Promise<void> {
  // What a run left behind that was ended while it was made.
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const begun = performance.now();
  const founders = await whileRunning(dir, found);
  const population = await fill(dir, count, founders);
  const admitted = await whileRunning(dir, (pappel) => admit(pappel, founders, population));
  const kept: Kept = { count, founders, ...admitted, old: oldOf(count, population) };
  writeFileSync(file, JSON.stringify(kept));
  console.log(`${count} documents were made in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
}

async function found(pappel: Pappel): Promise<Founders> {
  const [huge, middle, silent, small] = [
    await signUp(pappel, 'Huge AB'),
    await signUp(pappel, 'Middle AB'),
    await signUp(pappel, 'Silent AB'),
    await signUp(pappel, 'Small AB'),
  ];
  const participants = {
    [TIMBER]: await activeParticipant(pappel, huge, TIMBER),
    [FURNITURE]: await activeParticipant(pappel, huge, FURNITURE),
  } as Founders['participants'];
  const { body } = await pappel.call('POST', '/v1/messages', huge.key, invoice(), {
    'idempotency-key': 'first',
  });
  await settled(pappel, huge, body.id);
  const received = await until(
    () => pappel.call('GET', '/v1/messages?direction=INBOUND', huge.key),
    (answer) => answer.body.messages.length > 0,
  );
  return { huge, middle, silent, small, participants, sent: body.id, received: received.body.messages[0].id };
}

export const invoice = () => ({
  sender: TIMBER,
  receiver: FURNITURE,
  type: 'invoice',
  payload: fixture('invoice.xml'),
});

/** People and keys that reach some companies only. */
async function admit(pappel: Pappel, { huge }: Founders, { huge: houses }: Population) {
  const from = 100;
  const emails = {} as Record<Confined, string>;
  for (const many of CONFINED) {
    const companyIds = houses.slice(from, from + many).map(({ companyId }) => companyId);
    emails[many] = (await newPerson(pappel, huge.session, 'member', companyIds)).email;
  }
  const thin = houses.at(-1);
  if (!thin) throw new Error('the huge account has no companies');
  const companyKeys = {
    large: await newKey(pappel, huge.session, { companyId: huge.companyId }),
    thin: await newKey(pappel, huge.session, { companyId: thin.companyId }),
  };
  return { emails, companyKeys };
}

/** Of the huge account's largest company. */
function oldOf(count: number, population: Population & { end: number }): Installation['old'] {
  for (const one of documents(count, population, population.end))
    if (one.n >= count / 2 && one.house === population.huge[0]) return one;
  throw new Error('the huge account has no documents');
}

/** Of its database, in bytes. */
export async function bytesOf({ pappel }: Installation): Promise<number> {
  const { pool } = pappel.service.base.database;
  const { rows } = await pool.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  return Number(rows[0]?.bytes);
}
