import type { PeppolNetwork } from '@pappel/pki/anchors';
import type { Environment } from './settings.ts';

/** Characters of a secret that an operator chooses. */
export const LEAST_SECRET = 16;

interface Login {
  user: string;
  password: string;
}

/** How our addresses are published. */
export interface SmpSettings {
  /** An SMP elsewhere that is told by its REST interface; undefined for the one in this service. */
  external: (Login & { url: string }) | undefined;
  /** Who may write to the SMP in this service from outside; undefined switches that off. */
  writer: Login | undefined;
  /** Of the Peppol Directory: null for none, undefined for that of the network. */
  directoryUrl: string | null | undefined;
}

/** Reads and checks SMP_MODE and what belongs to it. */
export function readSmpSettings(env: Environment, network: PeppolNetwork): SmpSettings | { problem: string } {
  const mode = env['SMP_MODE'] ?? 'own';
  if (mode !== 'own' && mode !== 'external')
    return { problem: `SMP_MODE=${mode} is not one of own, external. Set one of them.` };
  const writer = login(env, 'SMP_WRITE');
  if (writer && 'problem' in writer) return writer;
  if (writer && writer.password.length < LEAST_SECRET)
    return {
      problem: `SMP_WRITE_PASSWORD is shorter than ${LEAST_SECRET} characters. Set a random one, such as of "openssl rand -hex 24".`,
    };
  const directoryUrl = directory(env['DIRECTORY_URL']);
  if (mode === 'own') return { external: undefined, writer, directoryUrl };
  const url = env['SMP_EXTERNAL_URL'];
  const isAllowed = url?.startsWith('https://') || (network === 'local' && url?.startsWith('http://'));
  if (!url || !isAllowed)
    return { problem: 'SMP_EXTERNAL_URL is missing or not https. Set the URL of the SMP to write to.' };
  const account = login(env, 'SMP_EXTERNAL');
  if (!account) return { problem: 'SMP_EXTERNAL_USER is missing. Name the account of the external SMP.' };
  if ('problem' in account) return account;
  return { external: { url: url.replace(/\/+$/, ''), ...account }, writer, directoryUrl };
}

function login(env: Environment, prefix: string): Login | undefined | { problem: string } {
  const [user, password] = [env[`${prefix}_USER`], env[`${prefix}_PASSWORD`]];
  if (!user && !password) return undefined;
  if (user && password && !user.includes(':')) return { user, password };
  return {
    problem: `${prefix}_USER and ${prefix}_PASSWORD belong together, and the user has no colon. Set both.`,
  };
}

const directory = (text: string | undefined): string | null | undefined =>
  text === 'off' ? null : text?.replace(/\/+$/, '');

/** Management services and zones of the Peppol SML [SML 1.3], and the Directories. */
export const SML = {
  test: {
    zone: 'participant.sml.test.tech.peppol.org',
    url: 'https://api.sml.test.tech.peppol.org/edelivery-sml',
    directoryUrl: 'https://test-directory.peppol.eu',
  },
  production: {
    zone: 'participant.sml.prod.tech.peppol.org',
    url: 'https://api.sml.prod.tech.peppol.org/edelivery-sml',
    directoryUrl: 'https://directory.peppol.eu',
  },
};
