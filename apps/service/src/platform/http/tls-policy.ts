import { readFile } from 'node:fs/promises';
import type { Server } from 'node:https';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { Logger } from 'pino';
import { oneAtATime } from '../one-at-a-time.ts';
import type { HttpServer } from './http-server.ts';

export interface TlsKey {
  key: string;
  /** With the certificates above it, as clients know only the root. */
  cert: string;
}

/** Where the key and its certificates are, as PEM. */
export interface TlsFiles {
  key: string;
  certificate: string;
}

/** TLS 1.3, or 1.2 with forward secrecy and authenticated encryption, which is what grade A asks for [TS-policy]. */
const POLICY = {
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.3',
  ciphers: [
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':'),
  honorCipherOrder: true,
} satisfies SecureContextOptions;

/** What a server of ours is started with. */
export function tlsOptions(key: TlsKey): TlsKey & typeof POLICY {
  return { ...key, ...POLICY };
}

/** Reads the files and makes sure that they belong together; throws with what is wrong when they do not. */
export async function readTlsFiles(files: TlsFiles): Promise<TlsKey> {
  const [key, cert] = await Promise.all([readFile(files.key, 'utf8'), readFile(files.certificate, 'utf8')]);
  createSecureContext({ key, cert });
  return { key, cert };
}

const LOOK_EVERY_MS = 30_000;

export interface FollowOptions {
  /** What is served at first. */
  served: TlsKey;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Milliseconds between two looks; half a minute. */
  everyMs?: number;
}

/**
 * Serves a renewed certificate without a restart, by looking now and then whether the files have changed, until the server
 * is closed. Connections that are open stay as they are. Files that do not belong together, such as when only one is
 * written yet, are left until they do.
 */
export function followTlsFiles(
  server: HttpServer,
  files: TlsFiles,
  { served, log, everyMs = LOOK_EVERY_MS }: FollowOptions,
): void {
  let { key, cert } = served;
  let complaint = '';
  const look = async (): Promise<void> => {
    try {
      const found = await readTlsFiles(files);
      complaint = '';
      if (found.key === key && found.cert === cert) return;
      ({ key, cert } = found);
      (server.server as unknown as Server).setSecureContext(tlsOptions(found));
      log.info({ certificate: files.certificate }, 'TLS certificate renewed');
    } catch (error) {
      const { message } = error as Error;
      if (message !== complaint)
        log.warn({ reason: message }, 'the TLS files cannot be used; the former ones are served');
      complaint = message;
    }
  };
  // A slow look that ended after a later one would serve what is former.
  const timer = setInterval(oneAtATime(look), everyMs);
  timer.unref();
  server.addHook('onClose', async () => clearInterval(timer));
}
