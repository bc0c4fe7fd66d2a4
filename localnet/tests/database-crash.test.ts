import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedServer,
  startEmbeddedPostgres,
} from '../../apps/service/src/platform/db/embedded-postgres.ts';
import {
  activeParticipant,
  FURNITURE,
  newEnvironment,
  signUp,
  startPappel,
  TIMBER,
} from '../../apps/service/tests/harness.ts';
import { Line } from '../../apps/service/tests/line.ts';
import {
  allDelivered,
  exactlyOnce,
  joining,
  Killable,
  killPostgres,
  LONGEST_START_SECONDS,
  submitSurely,
} from './killable.ts';

/** `CRASH_ROUNDS=50 node --test …` for a long run. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 4);
const DOCUMENTS = 3;
/** Tries until the last round is over, three seconds apart so that no circuit breaker opens meanwhile. */
const PATIENT = {
  RETRY_SCHEDULE: Array.from({ length: (ROUNDS * LONGEST_START_SECONDS) / 3 }, () => '3').join(),
};

/** A PostgreSQL that is none of the service's business: killed and started by others, always at the same address. */
class ExternalDatabase {
  readonly #dir = mkdtempSync(join(tmpdir(), 'pappel-external-'));
  #server: EmbeddedServer | undefined;
  #line: Line | undefined;

  async start(): Promise<void> {
    this.#server = await startEmbeddedPostgres(this.#dir, () => undefined);
    const url = new URL(this.#server.url);
    if (this.#line) await this.#line.mend(url);
    else this.#line = await Line.to(url);
  }

  get url(): string {
    return this.#line?.url ?? '';
  }

  async kill(): Promise<void> {
    killPostgres(join(this.#dir, 'cluster'));
    await this.#server?.ended;
    await this.#line?.cut();
  }

  async stop(): Promise<void> {
    await this.#line?.cut();
    await this.#server?.stop();
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

test('An external database killed and restarted while documents go out and come in loses and doubles nothing [MSG-22]', async () => {
  const database = new ExternalDatabase();
  await database.start();
  const first = await startPappel(PATIENT);
  const victim = new Killable({
    ...(await newEnvironment({ ...joining(first), ...PATIENT })),
    DATABASE_URL: database.url,
  });
  await victim.start();
  // Where it cannot go on it ends with status 1, and whoever supervises it starts it again.
  const ends = victim.supervise();
  const second = victim.asPappel();
  try {
    const furniture = await signUp(first, 'Fjord Furniture AS', 'NO');
    await activeParticipant(first, furniture, FURNITURE);
    const timber = await signUp(second);
    await activeParticipant(second, timber, TIMBER);
    const out: string[] = [];
    const back: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const keys = Array.from({ length: DOCUMENTS }, (_, i) => `round-${round}-${i}`);
      const going = keys.map((key) => submitSurely(second, timber, TIMBER, FURNITURE, key));
      const coming = keys.map((key) => submitSurely(first, furniture, FURNITURE, TIMBER, key));
      await sleep((round * 37) % 260);
      await database.kill();
      await sleep((round * 531) % 1500);
      await database.start();
      out.push(...(await Promise.all(going)));
      back.push(...(await Promise.all(coming)));
    }
    await allDelivered(second, timber, out);
    await allDelivered(first, furniture, back);
    await exactlyOnce(second, timber, first, furniture, ROUNDS * DOCUMENTS);
    await exactlyOnce(first, furniture, second, timber, ROUNDS * DOCUMENTS);
    assert.ok(
      ends.every((status) => status === 1),
      `it ended with ${ends.join()}`,
    );
    if (process.env['TEST_LOG']) console.log({ ends });
  } finally {
    await victim.stop();
    await first.stop();
    await database.stop();
  }
});
