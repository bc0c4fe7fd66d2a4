import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../settings/config.ts';

/** A local network lives within its service: the one that runs is asked, instead of another one made. */
export function joinRunning(config: Config): Config {
  const file = join(config.localnetDir, 'ports.json');
  if (config.network !== 'local' || config.smlDns || !existsSync(file)) return config;
  const { dnsPort, smlPort } = JSON.parse(readFileSync(file, 'utf8')) as { dnsPort: number; smlPort: number };
  return {
    ...config,
    smlDns: `127.0.0.1:${dnsPort}`,
    smlUrl: `https://127.0.0.1:${smlPort}/edelivery-sml`,
  };
}
