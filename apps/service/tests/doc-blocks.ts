import { spawn } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareEnvironment } from './command.ts';

export const ROOT = join(import.meta.dirname, '../../..');

/** A fenced block of a page; its line is counted from 1. */
export interface Block {
  kind: 'block';
  language: string;
  mark: string;
  text: string;
  line: number;
  /** What a comment before it says that it shows. */
  shows?: string | undefined;
}

/** A block, or what a comment between blocks asks for. */
type Step = Block | { kind: 'until' | 'says' | 'after'; text: string; line: number };

/** Every page that a reader may follow, from the root of the repository. */
export const PAGES: readonly string[] = globSync(
  ['README.md', 'CONTRIBUTING.md', 'docs/**/*.md', 'packages/*/README.md', 'localnet/README.md'],
  { cwd: ROOT },
).sort();

export function stepsOf(page: string): Step[] {
  const steps: Step[] = [];
  let open: { language: string; mark: string; line: number; lines: string[] } | undefined;
  let shows: string | undefined;
  for (const [index, text] of readFileSync(join(ROOT, page), 'utf8').split('\n').entries()) {
    const line = index + 1;
    const [, info] = /^\s*```(.*)$/.exec(text) ?? [];
    const [, asked, what = ''] = /^<!-- (until|says|after|shows): (.*) -->$/.exec(text) ?? [];
    if (open && info !== undefined) {
      const { lines, ...block } = open;
      steps.push({ kind: 'block', ...block, text: lines.join('\n'), shows });
      [open, shows] = [undefined, undefined];
    } else if (open) open.lines.push(text);
    else if (info !== undefined) {
      const [language = '', mark = ''] = info.trim().split(/\s+/);
      open = { language, mark, line, lines: [] };
    } else if (asked === 'shows') shows = what;
    else if (asked) steps.push({ kind: asked as 'until' | 'says' | 'after', text: what, line });
  }
  if (open) throw new Error(`${page}:${open.line}: the block has no end`);
  return steps;
}

export const blocksOf = (page: string): Block[] => stepsOf(page).filter((step) => step.kind === 'block');

export const isRun = ({ language, mark }: Block): boolean =>
  (language === 'sh' && mark !== 'elsewhere') || (language === 'ts' && mark === 'run');

/** What a page goes on from, and the page itself. */
export function inOrder(page: string): string[] {
  const before = stepsOf(page).filter(({ kind }) => kind === 'after');
  return [...before.map(({ text }) => join('docs', text)), page];
}

/** Fails where a reader would stop: a command that fails, an answer that is a refusal, an output that is another. */
const PRELUDE = `set -euo pipefail
curl() { command curl --fail-with-body "$@"; }
holds() { for _ in $(seq 900); do if (eval "$1") > /dev/null 2>&1; then return; fi; sleep 0.2; done; return 1; }
trap 'kill $(jobs -p) 2> /dev/null || true' EXIT
`;

/** A program that is a block of its own, with what the shell blocks before it have found out. */
const asShell = ({ language, text }: Block): string =>
  language === 'ts'
    ? `API="\${API:-}" KEY="\${KEY:-}" COMPANY="\${COMPANY:-}" ${quoted(process.execPath)} --input-type=module-typescript -e ${quoted(text)}`
    : text;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function scriptOf(page: string, state: string): string {
  let out = '';
  const parts = stepsOf(page).map((step): string => {
    const place = (what: string): string =>
      `echo ${quoted(`${page}:${step.line} ${what}\n${out}`)} > ${state}/at`;
    if (step.kind === 'until') return `${place('never holds')}\nholds ${quoted(step.text)}`;
    if (step.kind === 'says')
      return `${place('is not said')}\nholds ${quoted(`grep -qE -- ${quoted(step.text)} ${out}`)}`;
    if (step.kind !== 'block' || !isRun(step)) return '';
    out = join(state, `${page.replaceAll('/', '.')}.${step.line}`);
    const background = step.mark === 'background' ? ' &' : '';
    return `${place('fails')}\n{\n${asShell(step)}\n} > ${out} 2>&1${background}`;
  });
  return parts.filter(Boolean).join('\n');
}

export interface Ran {
  status: number | null;
  /** Where it ended, and what was printed there. */
  end: string;
}

const MOST_MS = 300_000;

/** Runs the shell blocks of pages one after the other, in one shell, as somebody would who follows them. */
export async function follow(pages: readonly string[], env: Record<string, string>): Promise<Ran> {
  const state = mkdtempSync(join(tmpdir(), 'pappel-docs-'));
  // A database that runs as a user of its own must get through to its files.
  chmodSync(state, 0o755);
  const parts = pages.map((page) => scriptOf(page, state));
  writeFileSync(join(state, 'script'), [PRELUDE, ...parts].join('\n'));
  const child = spawn('bash', [join(state, 'script')], {
    cwd: ROOT,
    env: {
      ...bareEnvironment(),
      HOME: state,
      TMPDIR: state,
      npm_config_update_notifier: 'false',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  // With everything that it started.
  const timer = setTimeout(() => endGroup(child.pid ?? 0), MOST_MS);
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  endGroup(child.pid ?? 0);
  const [at = '', out = ''] = textIn(join(state, 'at')).split('\n');
  const end = [at, out && textIn(out), said].map((text) => text.trim()).filter(Boolean);
  rmSync(state, { recursive: true, force: true });
  return { status, end: end.join('\n') };
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nobody of it is left.
  }
}

const textIn = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
