import { lookup } from 'node:dns/promises';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { canonicalId, type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { searchDirectory } from '@pappel/smp/directory';
import { naptrName } from '@pappel/smp/locate';
import { readSmp } from '@pappel/smp/sml';
import { request } from 'undici';
import { isPrivateAddress } from '../platform/private-address.ts';
import type { Config } from '../settings/config.ts';
import { bad, type Check, type Found, good, skipped, warning } from './finding.ts';
import type { Network } from './network.ts';

type Settings = Pick<Config, 'network' | 'publicUrl' | 'smpPublicUrl' | 'as4PublicUrl' | 'smp'>;

/** Whether the network finds us, and we it. */
export function reachChecks(config: Settings, network: Network): Check[] {
  const { smpPublicUrl, as4PublicUrl } = config;
  const urls = Object.entries({
    PUBLIC_URL: config.publicUrl,
    SMP_PUBLIC_URL: smpPublicUrl,
    AS4_PUBLIC_URL: as4PublicUrl,
  });
  return [
    ...urls.map(([setting, url]) => ({ name: `name in ${setting}`, look: () => named(url, config) })),
    { name: 'DNS of the network', look: () => asksDns(network) },
    { name: 'SML', look: () => knownToSml(config, network) },
    { name: 'SMP by its public address', look: () => servesSmp(smpPublicUrl, network) },
    { name: 'TLS of the SMP', look: () => servesTls(smpPublicUrl, network, config) },
    { name: 'TLS of AS4', look: () => servesTls(as4PublicUrl, network, config) },
    { name: 'AS4 by its public address', look: () => servesAs4(as4PublicUrl, network) },
    { name: 'Directory', look: () => searches(network) },
  ];
}

async function named(url: string, { network }: Settings): Promise<Found> {
  const { hostname } = new URL(url);
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  const addresses = found.map(({ address }) => address);
  if (addresses.length === 0)
    return bad(`${hostname} has no address`, 'Enter it in DNS, or correct the setting.');
  const isInside = network !== 'local' && addresses.some(isPrivateAddress);
  return isInside
    ? warning(
        `${hostname} is ${addresses.join(', ')} from here, which nobody outside reaches`,
        'Make sure that its name leads to a public address outside.',
      )
    : good(`${hostname} is ${addresses.join(', ')}`);
}

/** Nobody has this address: that it is not registered is the right answer. */
const NOBODY = nobody();

function nobody(): ParticipantId {
  const parsed = parseParticipantId('9999:pappel-doctor');
  if (!parsed) throw new Error('the address of nobody cannot be read');
  return parsed;
}

async function asksDns({ smp }: Network): Promise<Found> {
  const name = naptrName(NOBODY, smp.zone);
  try {
    await smp.resolveNaptr(name);
    return good(`answers for ${smp.zone}`);
  } catch (error) {
    const { code = 'no answer' } = error as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND' || code === 'ENODATA') return good(`answers for ${smp.zone}`);
    return bad(
      `does not answer for ${smp.zone} (${code})`,
      'Without it no receiver is found. Let this machine reach its DNS resolver, which must know NAPTR records.',
    );
  }
}

async function knownToSml({ smp, smpPublicUrl }: Settings, { sml }: Network): Promise<Found> {
  if (smp.external) return skipped('SMP_MODE=external: that SMP sees to it');
  const answer = await readSmp({ ...sml, retryAfterMs: [] });
  if (answer.ok) {
    const { url } = answer.address;
    return url === smpPublicUrl
      ? good(`knows us as ${sml.smpId}, at ${url}`)
      : bad(`knows us as ${sml.smpId}, but at ${url}`, 'Start the service, which tells it SMP_PUBLIC_URL.');
  }
  switch (answer.fault) {
    case 'not-found':
      return warning(`does not know ${sml.smpId}`, 'Start the service, which registers it.');
    case 'unauthorized':
      return bad(
        answer.message,
        'Ask OpenPeppol whether the certificate of the SMP is admitted at this SML.',
      );
    default:
      return bad(`${answer.fault}: ${answer.message}`, `Let this machine reach ${sml.url} by HTTPS.`);
  }
}

const PATIENCE_MS = 10_000;

async function asked(url: string, { smp }: Network): Promise<number | { failed: string }> {
  try {
    const { statusCode, body } = await request(url, {
      dispatcher: smp.dispatcher,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await body.dump();
    return statusCode;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { failed: code ?? message };
  }
}

async function servesSmp(url: string, network: Network): Promise<Found> {
  const answer = await asked(`${url}/${encodeURIComponent(canonicalId(NOBODY))}`, network);
  // That it has nobody of this name is what a working SMP says.
  if (answer === 404) return good(`${url} answers`);
  return typeof answer === 'number'
    ? bad(`${url} answers ${answer} instead of 404`, 'Lead SMP_PUBLIC_URL to SMP_PORT, whatever the path.')
    : bad(
        `${url} does not answer (${answer.failed})`,
        'Start the service; lead port 443 of that name to SMP_PORT.',
      );
}

async function servesAs4(url: string, network: Network): Promise<Found> {
  const answer = await asked(url, network);
  // It takes messages by POST only.
  if (answer === 404 || answer === 405) return good(`${url} answers`);
  return typeof answer === 'number'
    ? bad(`${url} answers a GET with ${answer}`, 'Lead AS4_PUBLIC_URL to AS4_PORT, with its path.')
    : bad(
        `${url} does not answer (${answer.failed})`,
        'Start the service; lead port 443 of that name to AS4_PORT.',
      );
}

interface Handshake {
  protocol: string;
  isTrusted: boolean;
  why: string;
  certificate: PeerCertificate;
}

async function servesTls(url: string, { identity }: Network, { network }: Settings): Promise<Found> {
  const { protocol, port, hostname } = new URL(url);
  if (protocol !== 'https:')
    return bad(`${url} is not https`, 'Peppol asks for TLS: see docs/production.md.');
  if (network !== 'local' && port !== '')
    return bad(`${url} names port ${port}`, 'Peppol asks for port 443: leave the port out.');
  const shaken = await shakeHands(hostname, Number(port || 443), identity.tlsCa).catch(
    (error: Error) => error,
  );
  if (shaken instanceof Error)
    return bad(
      `no TLS with ${hostname} (${shaken.message})`,
      'Start the service, and whatever serves TLS before it.',
    );
  if (!shaken.isTrusted)
    return bad(
      `the certificate is not trusted (${shaken.why})`,
      'Serve one of a web authority, with all above it but the root.',
    );
  return ofTls(shaken);
}

const DAY_MS = 86_400_000;
const RENEW_WITHIN_DAYS = 14;

function ofTls({ protocol, certificate }: Handshake): Found {
  const left = Math.floor((new Date(certificate.valid_to).getTime() - Date.now()) / DAY_MS);
  const what = `${protocol}, trusted, ${left} days left`;
  if (left < RENEW_WITHIN_DAYS)
    return warning(
      what,
      'Renew it; files named by TLS_KEY and TLS_CERTIFICATE are read again by themselves.',
    );
  return good(what);
}

/** The oldest version that Peppol allows is asked for: who serves older ones only is not talked to. */
function shakeHands(host: string, port: number, ca: string | undefined): Promise<Handshake> {
  const { promise, resolve, reject } = Promise.withResolvers<Handshake>();
  const servername = /^[\d.]+$|^\[/.test(host) ? '' : host;
  const options = {
    host: host.replace(/^\[|\]$/g, ''),
    port,
    servername,
    ca,
    minVersion: 'TLSv1.2' as const,
  };
  const socket: TLSSocket = connect({ ...options, rejectUnauthorized: false }, () => {
    const why = String(socket.authorizationError ?? '');
    const certificate = socket.getPeerCertificate();
    resolve({ protocol: socket.getProtocol() ?? '', isTrusted: socket.authorized, why, certificate });
    socket.destroy();
  });
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer')));
  socket.once('error', reject);
  return promise;
}

async function searches({ directory }: Network): Promise<Found> {
  if (!directory) return skipped('DIRECTORY_URL=off');
  const answer = await searchDirectory(directory, { participant: NOBODY });
  return answer.kind === 'answered'
    ? good(`${directory.url} answers`)
    : warning(
        `${directory.url} does not answer (${'detail' in answer ? answer.detail : answer.kind})`,
        'Let this machine reach it by HTTPS: searches and entries wait for it, documents do not.',
      );
}
