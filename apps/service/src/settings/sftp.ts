import type { Environment } from './settings.ts';

/** Where customers' file transfer programs come in. */
export interface SftpSettings {
  port: number;
  /** What customers are told to connect to, where that is another than we listen on. */
  publicHost: string;
  publicPort: number;
}

/** Undefined when SFTP_PORT is off. */
export function readSftpSettings(
  env: Environment,
  publicUrl: string,
): SftpSettings | undefined | { problem: string } {
  const text = env['SFTP_PORT'] ?? '2022';
  if (text === 'off') return undefined;
  const port = portOf(text);
  if (!port) return { problem: `SFTP_PORT=${text} is no port. Set one from 1 to 65535, or off.` };
  const publicPort = portOf(env['SFTP_PUBLIC_PORT'] ?? text);
  if (!publicPort) return { problem: 'SFTP_PUBLIC_PORT is no port. Set one from 1 to 65535.' };
  const publicHost = env['SFTP_PUBLIC_HOST'] ?? URL.parse(publicUrl)?.hostname ?? 'localhost';
  return { port, publicHost, publicPort };
}

function portOf(text: string): number | undefined {
  const port = Number(text);
  return Number.isInteger(port) && port > 0 && port <= 65_535 ? port : undefined;
}
