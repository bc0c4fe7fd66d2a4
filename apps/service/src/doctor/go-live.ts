import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../settings/config.ts';
import type { Finding } from './finding.ts';

/** What OpenPeppol and a Peppol Authority ask for before the first real document, in the order in which it is done. */
const ITEMS = {
  membership: 'membership of OpenPeppol',
  agreement: 'Peppol Service Provider Agreement, signed with a Peppol Authority',
  'test-certificates': 'AP and SMP certificates of the test network, from the Peppol Service Desk',
  reachable: 'SMP and AS4 reached from outside on port 443, with TLS of a web authority',
  registered: 'our SMP known to the SML',
  testbed: 'every test suite of the Peppol testbed passed for AP and SMP',
  security: 'evidence of information security that the Authority asks for, such as ISO/IEC 27001',
  identification: 'a written process by which the company behind each address is identified',
  contact: 'a service desk for other providers, named in the metadata (CONTACT)',
  reporting: 'monthly reports of transactions and end users, sent by themselves (SEND_REPORTS)',
  'production-certificates': 'AP and SMP certificates of the production network (NETWORK=production)',
  watch: 'alerts that reach somebody: docs/monitoring.md',
  drill: 'a backup restored elsewhere: docs/backup.md',
} as const;

export type GoLiveItem = keyof typeof ITEMS;
export const GO_LIVE_ITEMS = Object.keys(ITEMS) as GoLiveItem[];

export interface GoLiveState {
  item: GoLiveItem;
  what: string;
  state: 'done' | 'open';
  /** Who says so, and why it is open. */
  how: string;
}

interface Note {
  on: string;
  note: string;
}

type Notes = Partial<Record<GoLiveItem, Note>>;

const fileOf = (dataDir: string): string => join(dataDir, 'go-live.json');

async function readNotes(dataDir: string): Promise<Notes> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => '{}');
  return JSON.parse(text) as Notes;
}

/** Notes that something was done which nobody can see from here; without a note, that it was not. */
export async function noteGoLive(dataDir: string, item: GoLiveItem, note: string | undefined): Promise<void> {
  const { [item]: _, ...others } = await readNotes(dataDir);
  const notes = note === undefined ? others : { ...others, [item]: { on: new Date().toISOString(), note } };
  const file = fileOf(dataDir);
  await writeFile(`${file}.part`, `${JSON.stringify(notes, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

/** How far it is: what can be seen is looked at, the rest is as it was noted. */
export async function goLive(config: Config, findings: readonly Finding[]): Promise<GoLiveState[]> {
  const notes = await readNotes(config.dataDir);
  return GO_LIVE_ITEMS.map((item) => {
    const seen = seenOf(item, config, findings);
    const { isDone, how } = seen ?? noted(item, notes[item]);
    return { item, what: ITEMS[item], state: isDone ? 'done' : 'open', how };
  });
}

interface Seen {
  isDone: boolean;
  how: string;
}

const noted = (item: GoLiveItem, note: Note | undefined): Seen =>
  note
    ? { isDone: true, how: `noted on ${note.on.slice(0, 10)}${note.note ? `: ${note.note}` : ''}` }
    : { isDone: false, how: `when it is: pappel go-live done ${item}` };

const CERTIFICATES = ['certificate of the AP', 'certificate of the SMP'];
const REACHED = ['SMP by its public address', 'AS4 by its public address', 'TLS of the SMP', 'TLS of AS4'];

/** Undefined where only people know. */
function seenOf(item: GoLiveItem, config: Config, findings: readonly Finding[]): Seen | undefined {
  const { network, provider, contact } = config;
  switch (item) {
    case 'test-certificates':
      return network === 'production' ? { isDone: true, how: 'past' } : onNetwork('test', network, findings);
    case 'production-certificates':
      return onNetwork('production', network, findings);
    case 'reachable':
      return network === 'local' ? onNetwork('test', network, findings) : allWell(REACHED, findings);
    case 'registered':
      if (network === 'local') return onNetwork('test', network, findings);
      return config.smp.external ? { isDone: true, how: 'by the SMP elsewhere' } : allWell(['SML'], findings);
    case 'contact':
      return contact.endsWith('.invalid')
        ? { isDone: false, how: 'set CONTACT' }
        : { isDone: true, how: contact };
    case 'reporting':
      return provider.sendsReports
        ? { isDone: true, how: 'they are sent' }
        : { isDone: false, how: 'set SEND_REPORTS=true; on by itself with NETWORK=production' };
    default:
      return undefined;
  }
}

const onNetwork = (wanted: string, network: string, findings: readonly Finding[]): Seen =>
  network === wanted
    ? allWell(CERTIFICATES, findings)
    : { isDone: false, how: `this installation is set to NETWORK=${network}` };

/** A warning is no reason to wait. */
function allWell(checks: readonly string[], findings: readonly Finding[]): Seen {
  for (const check of checks) {
    const finding = findings.find((one) => one.check === check);
    if (finding?.outcome !== 'good' && finding?.outcome !== 'warning')
      return {
        isDone: false,
        how: finding ? `${check}: ${finding.found}` : 'the settings are to be corrected first',
      };
  }
  return { isDone: true, how: 'seen from here' };
}
