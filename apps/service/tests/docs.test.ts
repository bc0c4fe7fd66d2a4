import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { Ajv } from 'ajv';
import { freePorts } from '../../../scripts/free-ports.ts';
import type { Description } from '../../../scripts/promises.ts';
import { featuresToDescribe } from '../src/features.ts';
import { apiRoutes, describeApi } from '../src/server.ts';
import { type Block, blocksOf, follow, inOrder, isRun, PAGES, ROOT } from './doc-blocks.ts';
import { problemsOfExamples } from './doc-examples.ts';
import { newEnvironment, startWith } from './harness.ts';

/** Why the blocks of a page that are marked so cannot be run in a test. */
const ELSEWHERE: Record<string, string> = {
  'README.md': 'installs, builds and tests the whole repository: .ci/run does that, from an empty clone',
  'docs/backup.md':
    'pg_dump is older than the embedded PostgreSQL on many machines; run by hand with PostgreSQL 15',
  'docs/containers.md': 'needs Docker and a registry of images; ops.test.ts holds what the files start',
  'docs/operator.md':
    'asks for a password, and needs the operator whom that makes: operator-commands.test.ts runs them',
  'docs/production.md': 'sets a machine up as root, with systemd',
  'docs/rotation.md':
    'needs certificates that others issue, and a service that is stopped; rotation.test.ts runs each',
  'docs/upgrade.md': 'changes the version that is checked out, and needs systemd',
  'docs/sftp.md': 'asks for a password at the terminal; sftp-clients.test.ts holds the clients to it',
};

/** Read by people, or by programs that are not ours. */
const NOT_RUN = new Set(['text', 'ini', 'nginx', 'yaml', 'sql']);
const all = PAGES.flatMap((page) => blocksOf(page).map((block) => ({ page, ...block })));
const name = ({ page, line }: { page: string; line: number }): string => `${page}:${line}`;

describe('every block of README and docs', () => {
  test('It says what it is', () => {
    const known = ['sh', 'json', 'ts', ...NOT_RUN];
    const strange = all.filter(({ language }) => !known.includes(language)).map(name);
    assert.deepEqual(strange, []);
    const marks = all.filter(({ mark }) => !['', 'elsewhere', 'background', 'run'].includes(mark)).map(name);
    assert.deepEqual(marks, []);
  });
  test('It is run here, or there is a reason why not', (context) => {
    const marked = all.filter(({ mark }) => mark === 'elsewhere');
    assert.deepEqual([...new Set(marked.map(({ page }) => page))].sort(), Object.keys(ELSEWHERE).sort());
    for (const block of marked) context.diagnostic(`elsewhere  ${name(block)}  ${ELSEWHERE[block.page]}`);
    const count = (wanted: (block: Block) => boolean) => all.filter(wanted).length;
    const [run, json, ts] = [
      count(isRun),
      count(({ language }) => language === 'json'),
      count(({ language }) => language === 'ts'),
    ];
    context.diagnostic(
      `${all.length} blocks: ${run} run, ${json} held against what they show, ${ts} compiled, ${marked.length} elsewhere, ${count(({ language }) => NOT_RUN.has(language))} not code`,
    );
    assert.ok(run > 0);
  });
});

describe('the blocks of a page that run, one after the other, on a fresh service', () => {
  for (const page of PAGES.filter((one) => blocksOf(one).some(isRun)))
    test(`${page} does what it says`, async () => {
      const [SFTP_PORT = 0] = await freePorts(1);
      const settings = { SANDBOX: 'true', SFTP_PORT: String(SFTP_PORT), RETRY_SCHEDULE: '60' };
      const env = await newEnvironment(settings);
      const pappel = await startWith(env);
      try {
        const { status, end } = await follow(inOrder(page), env);
        assert.equal(status, 0, end);
      } finally {
        await pappel.stop();
      }
    });
});

describe('the JSON of a page', () => {
  const description = describeApi(apiRoutes(featuresToDescribe()), 'http://x', 'TEST');
  const api: Description & { webhooks: Description['paths'] } = JSON.parse(JSON.stringify(description));
  const contentOf = (part: { content?: Record<string, { schema?: object }> } | undefined) =>
    part?.content?.['application/json']?.schema;

  /** The schema of `event`, of a request (`POST /v1/webhooks`) or of an answer (`200 GET /v1/account`). */
  function schemaOf(shows: string, value: { type?: string }): object | undefined {
    if (shows === 'sidecar') return SIDECAR;
    if (shows === 'event') return contentOf(api.webhooks[value.type ?? '']?.post?.requestBody);
    const [, status, method = '', path = ''] = /^(?:(\d{3}) )?([A-Z]+) (\S+)$/.exec(shows) ?? [];
    const operation = api.paths[path]?.[method.toLowerCase()];
    return contentOf(status ? operation?.responses[status] : operation?.requestBody);
  }

  /** [SFT-3] */
  const SIDECAR = {
    type: 'object',
    properties: { messageId: {}, status: {}, code: {}, message: {}, findings: {}, file: {}, uploadedAt: {} },
    required: ['status', 'findings', 'file', 'uploadedAt'],
  };

  for (const block of all.filter(({ language }) => language === 'json'))
    test(`${name(block)} is ${block.shows ?? 'nothing that it names'}`, () => {
      const value = JSON.parse(block.text);
      const schema = schemaOf(block.shows ?? '', value);
      assert.ok(schema, `nothing is called ${block.shows}`);
      const ajv = new Ajv({ strict: false, validateFormats: false });
      assert.ok(
        ajv.validate({ ...closed(schema), components: closed(api.components) }, value),
        ajv.errorsText(),
      );
    });
});

/** The same schema, which knows no fields but its own: an example names none that there is not. */
function closed(schema: unknown): object {
  return JSON.parse(
    JSON.stringify(schema, (_, value) =>
      value?.type === 'object' && value.properties && Object.keys(value.properties).length > 0
        ? { additionalProperties: false, ...value }
        : value,
    ),
  );
}

describe('the way through the documentation', () => {
  const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8');
  test('docs/README.md names every page', () => {
    const index = textOf('docs/README.md');
    const pages = PAGES.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
    assert.deepEqual(
      pages.filter((page) => !index.includes(`](${page.slice('docs/'.length)})`)),
      [],
    );
  });
  test('Every link within the repository leads to a file', () => {
    const broken = PAGES.flatMap((page) =>
      [...textOf(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)]
        .filter(([, target = '']) => !existsSync(join(ROOT, dirname(page), target)))
        .map(([, target]) => `${page}: ${target}`),
    );
    assert.deepEqual(broken, []);
  });
});

test('Every example in TypeScript compiles, but for names that it leaves to the reader', () => {
  assert.deepEqual(problemsOfExamples(all.filter(({ language }) => language === 'ts')), []);
});
