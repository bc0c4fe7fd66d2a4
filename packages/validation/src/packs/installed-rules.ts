import type { Hits } from '../hit.ts';
import { HitLog } from '../hit-log.ts';
import type { CompiledRules } from '../schematron/runtime/compiled-rules.ts';
import { instantiate } from '../schematron/runtime/instantiate.ts';
import type { Tape } from '../tape/tape.ts';
import { isFor, packId, packsOn, type RulePack } from './pack.ts';
import type { PackFolder } from './pack-folder.ts';

/** How long a change of the folder may go unnoticed. */
const LOOK_EVERY_MS = 5_000;

/** The packs that apply to a document. */
export interface InstalledSet {
  names: readonly string[];
  /** What they find. A rule that stands in several of them is asked once. */
  check(tape: Tape, hits: Hits): void;
  /** How often each rule fires. */
  counts(tape: Tape): ReadonlyMap<string, number>;
}

/** The installed packs, made ready when they are first needed; what is installed or removed meanwhile is noticed. */
export class InstalledRules {
  readonly #folder: PackFolder;
  readonly #ready = new Map<string, CompiledRules>();
  #packs: RulePack[] = [];
  #stamp = -1;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(folder: PackFolder) {
    this.#folder = folder;
  }

  /** Undefined when no pack that decides on this day is for documents of any of these CustomizationIDs. */
  forTypes(customizationIds: readonly string[], date: string): InstalledSet | undefined {
    this.#look();
    const packs = packsOn(this.#packs, date).filter((pack) => customizationIds.some((id) => isFor(pack, id)));
    if (packs.length === 0) return undefined;
    return {
      names: packs.map(packId),
      check: (tape, hits) => this.#run(packs, tape, hits),
      counts: (tape) => {
        const log = new HitLog();
        this.#run(packs, tape, log);
        return log.counts;
      },
    };
  }

  #run(packs: readonly RulePack[], tape: Tape, hits: Hits): void {
    const asked = new Set<string>();
    for (const pack of packs) {
      if (hits.isFull) return;
      const others: Hits = {
        get isFull() {
          return hits.isFull;
        },
        add: (key, place, describe) => {
          if (!asked.has(place.code)) hits.add(key, place, describe);
        },
        stop: () => hits.stop(),
      };
      this.#rulesOf(pack).run(tape, { now: new Date() }, others);
      for (const id of pack.ids) asked.add(id);
    }
  }

  #look(): void {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_EVERY_MS) return;
    this.#lookedAt = now;
    const { stamp } = this.#folder;
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    this.#packs = this.#folder.list();
    this.#ready.clear();
  }

  #rulesOf(pack: RulePack): CompiledRules {
    const rules = this.#ready.get(packId(pack)) ?? instantiate(pack.source);
    this.#ready.set(packId(pack), rules);
    return rules;
  }
}
