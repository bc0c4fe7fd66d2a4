import type { ProcessState, Questions, Siblings } from '../platform/siblings.ts';
import type { Briefing } from './briefing.ts';
import { Wire } from './wire.ts';

/** A process as one of several: its line to the one that started it, and through that to the others. */
export interface Childhood {
  briefing: Briefing;
  siblings: Siblings;
  /** It serves. */
  ready(): void;
}

/** Joins the others. `onStop` is called when this process is to end; when the one that started it is gone, Node ends it. */
export async function joinSiblings(onStop: () => void): Promise<Childhood> {
  const wire = new Wire((message) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  });
  wire.hear('stop', onStop);
  process.on('message', (message) => wire.receive(message));
  const briefing = (await wire.ask('briefing', null)) as Briefing;
  return { briefing, siblings: siblingsBy(wire, briefing), ready: () => wire.tell('ready', null) };
}

function siblingsBy(wire: Wire, { number, count }: Briefing): Siblings {
  return {
    number,
    count,
    states: async () => (await wire.ask('states', null)) as ProcessState[],
    ask: async <Name extends keyof Questions>(name: Name, about: Questions[Name]['about']) =>
      (await wire.ask('siblings', { name, about })) as {
        process: number;
        answer: Questions[Name]['answer'];
      }[],
    answer: (name, give) => wire.answer(name, give),
    tell: (name, news) => wire.tell('siblings', { name, news }),
    hear: (name, listen) => wire.hear(name, listen),
    turn: async (key) => {
      const turn = await wire.ask('turn', key);
      return () => wire.tell('turn-over', turn);
    },
  };
}
