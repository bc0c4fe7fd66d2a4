import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { after, before, describe, test } from 'node:test';
import { freePorts } from '../../../scripts/free-ports.ts';
import { blocksOf, ROOT } from './doc-blocks.ts';
import { until } from './harness.ts';

const NGINX = process.env['NGINX_PROGRAM'] ?? 'nginx';
const isThere = (command: string, ...asked: string[]): boolean =>
  spawnSync(command, asked, { stdio: 'ignore' }).status === 0;
/** True, or why a test is skipped, which the run shows. */
const skipWithout = (command: string, asked: string, how: string) =>
  isThere(command, asked) ? false : `${command} is not here: ${how}`;

describe('what docs/production.md puts in front of the service and above it', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'pappel-production-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const noSystemd = skipWithout('systemd-analyze', '--version', 'it comes with systemd');
  test('systemd finds nothing wrong with ops/pappel.service', { skip: noSystemd }, () => {
    const unit = readFileSync(join(ROOT, 'ops/pappel.service'), 'utf8');
    const started = /^ExecStart=\/opt\/pappel\/(\S+) (?:--\S+ )*(\S+)$/m.exec(unit);
    assert.deepEqual(started?.slice(1), ['node_modules/.bin/node', 'apps/service/src/main.ts']);
    const verify = (text: string) => {
      const file = join(folder, 'pappel.service');
      writeFileSync(file, text);
      return spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
    };
    const here = verify(unit.replaceAll('/opt/pappel', ROOT));
    assert.deepEqual([here.status, here.stderr], [0, '']);
    // That it would say so:
    assert.match(verify(unit.replace('Restart=always', 'Restart=alwys')).stderr, /restart specifier/);
  });

  const noNginx = skipWithout(NGINX, '-v', 'install it, or name it in NGINX_PROGRAM');
  describe('the nginx block', { skip: noNginx }, () => {
    let nginx: ChildProcess | undefined;
    let port: number;
    /** What came through to the service: a stand-in, as the local network's AS4 port serves TLS itself. */
    const arrived = { headers: {} as IncomingHttpHeaders, bytes: 0 };
    const service = createServer((incoming, response) => {
      Object.assign(arrived, { headers: incoming.headers, bytes: 0 });
      incoming.on('data', (chunk: Buffer) => {
        arrived.bytes += chunk.length;
      });
      incoming.on('end', () => response.end('taken'));
    });

    before(async () => {
      await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
      [port = 0] = await freePorts(1);
      writeFileSync(join(folder, 'nginx.conf'), configuration());
      nginx = spawn(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
        stdio: 'inherit',
      });
      const answers = await until(
        () => post(['x']).catch(() => ''),
        (said) => said === 'taken',
      );
      assert.equal(answers, 'taken');
    });
    after(async () => {
      const ended = new Promise((resolve) => nginx?.once('exit', resolve));
      if (nginx?.kill('SIGTERM')) await ended;
      service.closeAllConnections();
      service.close();
    });

    /** The block as the page has it, but for its port, its files and where the service is. */
    function configuration(): string {
      const [block] = blocksOf('docs/production.md').filter(({ language }) => language === 'nginx');
      const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
      const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate];
      execFileSync('openssl', ['req', '-x509', ...made, '-subj', '/CN=as4.example.com', '-days', '2'], {
        stdio: 'ignore',
      });
      const changes: [string, string][] = [
        ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
        ['/etc/letsencrypt/live/as4.example.com/fullchain.pem', certificate],
        ['/etc/letsencrypt/live/as4.example.com/privkey.pem', key],
        ['127.0.0.1:8083', `127.0.0.1:${(service.address() as AddressInfo).port}`],
      ];
      let server = block?.text ?? '';
      for (const [documented, here] of changes) {
        assert.ok(server.includes(documented), `the page does not say ${documented}`);
        server = server.replace(documented, here);
      }
      const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      for (const kind of kinds) mkdirSync(join(folder, kind), { recursive: true });
      const places = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join('\n');
      return `pid ${join(folder, 'pid')};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${places}\n${server}\n}\n`;
    }

    /** Sends these pieces one after the other; answers what was said. */
    async function post(pieces: Iterable<string | Buffer> | AsyncIterable<string | Buffer>): Promise<string> {
      const outgoing = request({
        host: '127.0.0.1',
        port,
        path: '/as4',
        method: 'POST',
        rejectUnauthorized: false,
        headers: {
          host: 'as4.example.com',
          'transfer-encoding': 'chunked',
          'x-forwarded-for': '203.0.113.9',
        },
      });
      const answer = new Promise<string>((resolve, reject) => {
        outgoing.once('error', reject).once('response', async (response) => {
          const said = await response.toArray();
          resolve(Buffer.concat(said).toString());
        });
      });
      const [said] = await Promise.all([answer, pipeline(pieces, outgoing)]);
      return said;
    }

    test('A document of 60 MiB comes through, piece by piece as it is sent', async () => {
      const piece = Buffer.alloc(1_048_576, 'x');
      async function* pieces() {
        yield piece;
        // Were it gathered before it is passed on, this would never hold.
        const seen = await until(
          async () => arrived.bytes,
          (bytes) => bytes === piece.length,
        );
        assert.equal(seen, piece.length);
        for (let i = 1; i < 60; i++) yield piece;
      }
      assert.equal(await post(pieces()), 'taken');
      assert.equal(arrived.bytes, 60 * piece.length);
    });

    test('The service hears who asks from nginx alone, whatever a caller says', async () => {
      await post(['x']);
      assert.equal(arrived.headers['x-forwarded-for'], '127.0.0.1');
      assert.equal(arrived.headers.host, 'as4.example.com');
    });
  });
});
