import type { PeppolNetwork } from '@pappel/pki/anchors';
import { type Settings, WEB } from './settings.ts';

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

/** SMP_MODE and what belongs to it. */
export function readSmpSettings(settings: Settings, network: PeppolNetwork): SmpSettings {
  const mode = settings.choice('SMP_MODE', ['own', 'external'], 'own');
  const directoryUrl = settings.text('DIRECTORY_URL');
  settings.secret('SMP_WRITE_PASSWORD');
  return {
    external: mode === 'external' ? externalSmp(settings, network) : undefined,
    writer: login(settings, 'SMP_WRITE'),
    directoryUrl: directoryUrl === 'off' ? null : directoryUrl && settings.url('DIRECTORY_URL', WEB, ''),
  };
}

function externalSmp(settings: Settings, network: PeppolNetwork): SmpSettings['external'] {
  const url = settings.url('SMP_EXTERNAL_URL', network === 'local' ? WEB : ['https:'], '');
  if (!url) settings.problem('SMP_EXTERNAL_URL is missing. Set the URL of the SMP to write to.');
  if (!settings.text('SMP_EXTERNAL_USER') && !settings.text('SMP_EXTERNAL_PASSWORD'))
    settings.problem('SMP_EXTERNAL_USER is missing. Name the account of the external SMP.');
  const account = login(settings, 'SMP_EXTERNAL');
  return account && { url, ...account };
}

function login(settings: Settings, prefix: string): Login | undefined {
  const [user, password] = [settings.text(`${prefix}_USER`), settings.text(`${prefix}_PASSWORD`)];
  if (user && password && !user.includes(':')) return { user, password };
  if (user || password)
    settings.problem(
      `${prefix}_USER and ${prefix}_PASSWORD belong together, and the user has no colon. Set both.`,
    );
  return undefined;
}

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
