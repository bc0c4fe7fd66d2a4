import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { request } from 'undici';
import { directoryPayloadStore } from '../platform/payload-directory.ts';
import { s3PayloadStore } from '../platform/payload-s3.ts';
import type { ArchivePlace } from '../settings/archive.ts';
import type { Config } from '../settings/config.ts';
import { hostInUrl, ownHost } from '../settings/own-host.ts';
import { bad, type Check, type Found, good, skipped, warning } from './finding.ts';
import type { Network } from './network.ts';

/** What the service stands on, beside its database. */
export function machineChecks(config: Config, network: Network | undefined): Check[] {
  return [
    { name: 'service', look: () => serviceIsReady(config) },
    { name: 'payload store', look: () => keepsPayloads(config) },
    ...archiveChecks(config),
    { name: 'disk', look: () => hasRoom(config.dataDir) },
    { name: 'clock', look: () => tellsTime(network) },
    { name: 'mail', look: () => mails(config) },
    { name: "the operator's side", look: async () => isKeptInside(config) },
  ];
}

const PATIENCE_MS = 10_000;

async function serviceIsReady({ host, port }: Config): Promise<Found> {
  const url = `http://${hostInUrl(ownHost(host))}:${port}/health/ready`;
  try {
    const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = await body.text();
    if (statusCode === 200) return good(`${url} is ready`);
    return bad(`${url}: ${text.slice(0, 300)}`, 'See docs/monitoring.md, and "pappel health".');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return warning(
      `${url} does not answer (${code ?? message})`,
      'Start the service: some of the other looks need it.',
    );
  }
}

async function keepsPayloads({ s3, dataDir }: Config): Promise<Found> {
  const where = s3 ? `bucket ${s3.bucket} at ${s3.endpoint ?? s3.region}` : join(dataDir, 'payloads');
  const store = s3 ? s3PayloadStore(s3) : directoryPayloadStore(join(dataDir, 'payloads'));
  if (!s3 && !existsSync(dataDir))
    return skipped(`DATA_DIR=${dataDir} is not there yet: the first start makes it`);
  const key = `doctor/${randomUUID()}`;
  const bytes = Buffer.from('written, read and removed by pappel doctor');
  let step = 'written to';
  try {
    await store.put(key, bytes);
    step = 'read from';
    if (!(await store.get(key))?.equals(bytes)) throw new Error('something else came back');
    step = 'removed from';
    await store.remove(key);
    if (await store.stat(key)) throw new Error('it is still there');
    return good(`${where}: written, read, removed`);
  } catch (error) {
    const { name, message } = error as Error;
    const rights = s3
      ? 'Allow s3:PutObject, s3:GetObject, s3:DeleteObject on its objects and s3:ListBucket on it; check S3_ENDPOINT and the keys.'
      : 'Give the user of the service the right to write there.';
    return bad(`${where} cannot be ${step} (${name}: ${message})`, rights);
  }
}

const archiveChecks = ({ archive }: Config): Check[] =>
  archive ? [{ name: 'archives', look: () => reachesArchives(archive) }] : [];

/** Nothing is written: what stands in a bucket with Object Lock stays there. */
async function reachesArchives(place: ArchivePlace): Promise<Found> {
  const where = 'folder' in place ? place.folder : `bucket ${place.s3.bucket}`;
  try {
    if ('folder' in place) await access(place.folder, constants.R_OK | constants.W_OK | constants.X_OK);
    else await s3PayloadStore(place.s3).stat('doctor/none');
    return good(`${where}: reached`);
  } catch (error) {
    const { name, message } = error as Error;
    return bad(
      `${where} cannot be reached (${name}: ${message}): nothing is removed by age meanwhile`,
      'folder' in place
        ? 'Make or mount the folder of ARCHIVE_DIR, and let the user of the service write there.'
        : 'Allow s3:PutObject, s3:GetObject on its objects and s3:ListBucket on it; check ARCHIVE_S3_BUCKET, S3_ENDPOINT and the keys.',
    );
  }
}

const GIB = 1024 ** 3;
const LEAST = { bytes: GIB, share: 0.02 };
const ENOUGH = { bytes: 10 * GIB, share: 0.1 };

async function hasRoom(dataDir: string): Promise<Found> {
  if (!existsSync(dataDir)) return skipped(`DATA_DIR=${dataDir} is not there yet: the first start makes it`);
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const [free, share] = [bavail * bsize, bavail / blocks];
  const what = `${(free / GIB).toFixed(1)} GiB free, ${Math.round(share * 100)} % of where DATA_DIR is`;
  if (free < LEAST.bytes || share < LEAST.share)
    return bad(what, 'Make room now: nothing is taken when nothing can be written.');
  return free < ENOUGH.bytes && share < ENOUGH.share ? warning(what, 'Make room soon.') : good(what);
}

const RIGHT_SECONDS = 30;
/** Others take no message with a time that is further off. */
const WRONG_SECONDS = 300;

/** By the Directory's clock, as it is asked anyway. */
async function tellsTime(network: Network | undefined): Promise<Found> {
  if (!network?.directory) return skipped('no other clock at hand (DIRECTORY_URL)');
  const { url, dispatcher } = network.directory;
  try {
    const { headers, body } = await request(url, { dispatcher, signal: AbortSignal.timeout(PATIENCE_MS) });
    await body.dump();
    const theirs = Date.parse(String(headers['date']));
    if (Number.isNaN(theirs)) return skipped(`${url} does not say what time it is`);
    return ofClocks((Date.now() - theirs) / 1_000, url);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return skipped(`${url} does not answer (${code ?? message})`);
  }
}

/** Positive seconds are ours ahead of theirs, which are whole ones. */
export function ofClocks(seconds: number, whose: string): Found {
  const off = Math.abs(seconds);
  if (off <= RIGHT_SECONDS) return good(`as at ${whose}`);
  const what = `${Math.round(off)} s ${seconds > 0 ? 'ahead of' : 'behind'} ${whose}`;
  const remedy = 'Synchronise the clock of this machine (NTP).';
  return off > WRONG_SECONDS ? bad(what, remedy) : warning(what, remedy);
}

async function mails({ smtp, network }: Config): Promise<Found> {
  if (!smtp)
    return network === 'local'
      ? skipped('SMTP_URL is not set')
      : warning(
          'SMTP_URL is not set: nobody is sent a link or a notice',
          'Set SMTP_URL and MAIL_FROM, or hand passwords over yourself.',
        );
  const transport = createTransport({
    url: smtp.url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
  });
  try {
    await transport.verify();
    return good(`${new URL(smtp.url).host} takes mail from us`);
  } catch (error) {
    return bad(
      `${new URL(smtp.url).host} does not take mail from us (${(error as Error).message})`,
      'Correct SMTP_URL, its user and password.',
    );
  } finally {
    transport.close();
  }
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

function isKeptInside({ operatorHost }: Config): Found {
  if (LOOPBACK.has(operatorHost)) return good('listens on loopback only');
  return warning(
    `listens on ${operatorHost}`,
    'Let nobody outside reach OPERATOR_PORT: firewall, or OPERATOR_HOST=127.0.0.1.',
  );
}
