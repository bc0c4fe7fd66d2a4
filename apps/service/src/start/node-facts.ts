import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyMaterial } from '@pappel/pki/key-material';
import type { RuleBookOptions } from '@pappel/validation/rule-book';
import { storeId } from '../platform/store-id.ts';
import type { Config } from '../settings/config.ts';
import type { NodeFacts } from './join-nodes.ts';

type Settings = Pick<
  Config,
  'network' | 'rules' | 's3' | 'archive' | 'dataDir' | 'publicUrl' | 'smpPublicUrl' | 'as4PublicUrl'
>;

/** What a node has opened by its settings. */
interface Opened {
  seat: string;
  accessPoint: KeyMaterial;
  smp: KeyMaterial;
  /** The authority of TLS servers on a local network, which each of them has its own of. */
  tlsCa: string | undefined;
  secretKey: Uint8Array;
}

/** What this node has in common with others, or should. */
export async function nodeFacts(settings: Settings, opened: Opened): Promise<NodeFacts> {
  const { network, rules, s3, archive, dataDir, publicUrl, smpPublicUrl, as4PublicUrl } = settings;
  const { seat, accessPoint, smp, tlsCa = '', secretKey } = opened;
  return {
    network: network === 'local' ? `local ${digest(tlsCa)}` : network,
    seat,
    accessPointKey: accessPoint.certificate.fingerprint,
    smpKey: smp.certificate.fingerprint,
    secretKey: digest('node fact', secretKey),
    rules: await rulesRelease(rules),
    payloads: await storeId(s3 ? { s3 } : { folder: join(dataDir, 'payloads') }),
    // One that would remove what the others archive first is told from them.
    archive: archive ? await storeId(archive) : 'none',
    publicUrl,
    smpPublicUrl,
    as4PublicUrl,
  };
}

const digest = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 32);
};

const PACKAGE = join(import.meta.dirname, '../../package.json');

/** Built-in rules are those of the version; installed ones are told by the names and contents of their files. */
async function rulesRelease({ source, folder }: RuleBookOptions): Promise<string> {
  const { version } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string };
  if (source === 'builtin' || !folder) return `builtin ${version}`;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const parts: (string | Uint8Array)[] = [];
  for (const file of files) parts.push(file.slice(folder.length), digest(await readFile(file)));
  return `${source} ${version} ${digest(...parts)}`;
}
