import type { Settings } from './settings.ts';

/** Where customers' file transfer programs come in. */
export interface SftpSettings {
  port: number;
  /** What customers are told to connect to, where that is another than we listen on. */
  publicHost: string;
  publicPort: number;
}

/** Undefined when SFTP_PORT is off. */
export function readSftpSettings(settings: Settings, publicUrl: string): SftpSettings | undefined {
  const publicHost = settings.text('SFTP_PUBLIC_HOST') ?? URL.parse(publicUrl)?.hostname ?? 'localhost';
  if (settings.text('SFTP_PORT') === 'off') return undefined;
  const port = settings.number('SFTP_PORT', 2022, { min: 1, next: 'Set one of them, or off.' });
  return { port, publicHost, publicPort: settings.number('SFTP_PUBLIC_PORT', port, { min: 1 }) };
}
