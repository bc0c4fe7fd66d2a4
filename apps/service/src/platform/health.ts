import type { Logger } from 'pino';
import { oneAtATime } from './one-at-a-time.ts';

/** What must be well for requests to make sense. */
export type HealthPart =
  | 'localNetwork'
  | 'database'
  | 'disk'
  | 'payloads'
  | 'jobs'
  | 'smpRegistration'
  | 'api'
  | 'smp'
  | 'as4'
  | 'processes';

/** Numbers that tell how well. */
export type Figures = Record<string, number | string | boolean>;

export interface PartState {
  part: HealthPart;
  ok: boolean;
  /** Why not. */
  reason?: string | undefined;
  since: Date;
  figures?: Figures | undefined;
}

/** Looks at one part; throws when it is not well. */
export type Look = () => Promise<Figures>;

const EVERY_MS = 2_000;
const LONGEST_LOOK_MS = 3_000;

/**
 * How the parts of this process are. They are looked at every two seconds, so that whoever asks is answered at once, and
 * a part that hangs is told from one that is well.
 */
export class Health {
  readonly #parts = new Map<HealthPart, PartState>();
  readonly #log: Pick<Logger, 'warn' | 'info'>;
  #timer: NodeJS.Timeout | undefined;
  #isStopping = false;

  /** All of them are awaited: ready is who has them all. */
  constructor(parts: readonly HealthPart[], log: Pick<Logger, 'warn' | 'info'>) {
    this.#log = log;
    for (const part of parts)
      this.#parts.set(part, { part, ok: false, reason: 'starting', since: new Date() });
  }

  isReady(): boolean {
    return this.failing().length === 0;
  }

  failing(): HealthPart[] {
    return [...this.#parts.values()].filter(({ ok }) => !ok).map(({ part }) => part);
  }

  parts(): PartState[] {
    return [...this.#parts.values()];
  }

  is(part: HealthPart, figures?: Figures): void {
    this.#set({ part, ok: true, figures });
  }

  isNot(part: HealthPart, reason: string): void {
    this.#set({ part, ok: false, reason });
  }

  /** Looks at once, and then again and again until stopped. */
  async watch(looks: Partial<Record<HealthPart, Look>>): Promise<void> {
    const all = Object.entries(looks) as [HealthPart, Look][];
    const round = async (): Promise<void> => {
      await Promise.all(all.map(([part, look]) => this.#look(part, look)));
    };
    await round();
    this.#timer = setInterval(oneAtATime(round), EVERY_MS);
    this.#timer.unref();
  }

  /** Looks no more: from here on nothing is worth a request, and what closes now is no trouble. */
  stop(): void {
    clearInterval(this.#timer);
    if (this.#isStopping) return;
    this.#isStopping = true;
    const since = new Date();
    for (const part of this.#parts.keys())
      this.#parts.set(part, { part, ok: false, reason: 'stopping', since });
  }

  async #look(part: HealthPart, look: Look): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(reject, LONGEST_LOOK_MS, new Error(`no answer within ${LONGEST_LOOK_MS / 1_000} s`));
    });
    try {
      this.is(part, await Promise.race([look(), late]));
    } catch (error) {
      this.isNot(part, error instanceof Error ? error.message || error.name : String(error));
    } finally {
      clearTimeout(timer);
    }
  }

  #set(state: Omit<PartState, 'since'>): void {
    if (this.#isStopping) return;
    const before = this.#parts.get(state.part);
    const hasChanged = before?.ok !== state.ok;
    this.#parts.set(state.part, { ...state, since: hasChanged || !before ? new Date() : before.since });
    if (!hasChanged || !before) return;
    const { part, reason } = state;
    if (state.ok) this.#log.info({ part }, 'this part is well');
    else this.#log.warn({ part, reason }, 'this part is not well');
  }
}
