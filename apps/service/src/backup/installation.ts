import type { Config } from '../settings/config.ts';
import type { Environment } from '../settings/settings.ts';
import { RESTORING } from '../start/data-dir.ts';

/** What is backed up, or restored into: by the settings of the service. */
export interface Installation {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>;
  /** Settings as they are given, with those that are not. */
  settings: Environment;
  /** Files outside DATA_DIR that settings name. */
  files: readonly { setting: string; path: string }[];
  passphrase: string;
}

export const POSTGRES = 'postgres';
export const PAYLOADS_FOLDER = 'payloads';
/** Where a restore puts settings and the files that they name, below DATA_DIR. */
export const RESTORED = 'restored';

/** What is of this process or this machine, is settings of a former one, or has an archive of its own. */
const LEFT_OUT = new Set([
  ...[POSTGRES, PAYLOADS_FOLDER, RESTORED, RESTORING],
  ...['lock', 'holder.json', 'spool', 'sftp'],
]);

export const isLeftOut = (name: string): boolean =>
  LEFT_OUT.has(name) || /^(?:lock-|\.probe-)/.test(name) || name.endsWith('.part');
