/**
 * Holds a running service against its own description, by schemathesis with all of its checks, and compiles the Python
 * client that is generated from it. Both come from PyPI into a virtual environment under .scratch.
 * `node interop/api/run.ts [fuzz|client]`
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, ROOT, start } from '../../scripts/demo-installation.ts';
import { freePorts } from '../../scripts/free-ports.ts';

const scratch = join(ROOT, '.scratch/interop-api');
const venv = join(scratch, 'venv');
const program = (name: string): string => join(venv, 'bin', name);
const only = process.argv[2];

function preparePython(): void {
  mkdirSync(scratch, { recursive: true });
  if (existsSync(program('schemathesis'))) return;
  execFileSync('python3', ['-m', 'venv', venv], { stdio: 'inherit' });
  const requirements = join(import.meta.dirname, 'requirements.txt');
  execFileSync(program('pip'), ['install', '-q', '-r', requirements], { stdio: 'inherit' });
}

/** An installation with one owner, whose key and session are what the requests are sent with. */
async function withService(work: (api: string, key: string) => void): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pappel-api-'));
  const service = await start('service', dataDir, await freePorts(4), { RATE_LIMITS: 'off' });
  try {
    const owner = { email: 'owner@example.com', password: 'a long passphrase of this run' };
    const account = { legalName: 'Nordic Timber AB', countryCode: 'SE' };
    const signedUp = await call<{ token: string }>('POST', `${service.api}/v1/auth/signup`, undefined, {
      account,
      owner,
    });
    const key = await call<{ key: string }>('POST', `${service.api}/v1/api-keys`, signedUp.body.token, {
      name: 'schemathesis',
    });
    work(service.api, key.body.key);
  } finally {
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** What would take the credential away that the rest of the run needs. */
const LAST = ['revokeApiKey', 'logout', 'endSession', 'removeUser'];

/** Each has its own time: one run for all would spend it before the last one, which goes from answer to request. */
const PHASES = ['examples', 'coverage', 'fuzzing', 'stateful'];

/** Answers whether it found nothing. */
function fuzz(api: string, key: string): boolean {
  const most = LAST.map((id) => `--exclude-operation-id=${id}`);
  const rest = LAST.map((id) => `--include-operation-id=${id}`);
  const runs = PHASES.map((phase) => ({ phase, selection: most }));
  runs.push({ phase: PHASES.slice(0, -1).join(','), selection: rest });
  return runs.map(({ phase, selection }) => fuzzSome(api, key, phase, selection)).every(Boolean);
}

function fuzzSome(api: string, key: string, phase: string, selection: string[]): boolean {
  const config = join(import.meta.dirname, 'schemathesis.toml');
  const seconds = process.env['FUZZ_SECONDS'];
  const { status } = spawnSync(
    program('schemathesis'),
    [
      `--config-file=${config}`,
      'run',
      `${api}/openapi.json`,
      `--url=${api}`,
      `--phases=${phase}`,
      ...selection,
      '--header',
      `Authorization: Bearer ${key}`,
      '--checks=all',
      '--continue-on-failure',
      '--suppress-health-check=all',
      '--workers=2',
      // A list of events may wait for 25 seconds.
      '--request-timeout=40',
      '--seed=1',
      ...(seconds ? [`--max-time=${seconds}`] : []),
      `--report-junit-path=${join(scratch, `schemathesis-${phase}.xml`)}`,
    ],
    { stdio: 'inherit', cwd: scratch },
  );
  return status === 0;
}

/** Types that the generator does not know, and what it shall take them for. */
const OTHER_TYPES = {
  'application/xml': 'application/octet-stream',
  'application/zip': 'application/octet-stream',
  'text/csv': 'text/plain',
  'text/event-stream': 'text/plain',
};

/** Generates a client and compiles every file of it. */
function client(): boolean {
  const description = join(scratch, 'openapi.json');
  execFileSync(process.execPath, [join(ROOT, 'scripts/openapi.ts'), description], { stdio: 'inherit' });
  const output = join(scratch, 'python-client');
  rmSync(output, { recursive: true, force: true });
  const config = join(scratch, 'client.json');
  writeFileSync(
    config,
    JSON.stringify({
      project_name_override: 'pappel-client',
      post_hooks: [],
      content_type_overrides: OTHER_TYPES,
    }),
  );
  const made = spawnSync(
    program('openapi-python-client'),
    [
      'generate',
      `--path=${description}`,
      `--output-path=${output}`,
      `--config=${config}`,
      '--fail-on-warning',
    ],
    { stdio: 'inherit' },
  );
  const compiled = spawnSync(program('python'), ['-m', 'compileall', '-q', output], { stdio: 'inherit' });
  const imported = spawnSync(
    program('python'),
    ['-c', 'from pappel_client.api.messages import send_message, list_messages; print("the client imports")'],
    { stdio: 'inherit', cwd: output },
  );
  return made.status === 0 && compiled.status === 0 && imported.status === 0;
}

preparePython();
let good = true;
if (only !== 'fuzz') good = client() && good;
if (only !== 'client')
  await withService((api, key) => {
    good = fuzz(api, key) && good;
  });
process.exitCode = good ? 0 : 1;
