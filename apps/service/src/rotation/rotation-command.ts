import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { inspectConfig } from '../settings/config.ts';
import { type Environment, LEAST_SECRET } from '../settings/settings.ts';
import type { OpenSml } from './announce-smp-certificate.ts';

/** Commands that exchange a secret of the installation for another. */
export function rotationCommands(program: Command, env: Environment, openSml: OpenSml): void {
  const rotate = program
    .command('rotate')
    .description('another key in place of one that is in use: docs/rotation.md');
  rotate
    .command('secret-key')
    .description('seals what is kept sealed with another SECRET_KEY; while no node runs')
    .action(async () => {
      process.exitCode = await secretKey(env);
    });
  rotate
    .command('smp-certificate <file>')
    .description('tells the SML the next certificate of the SMP (PEM), with the one that is in use')
    .option('--from <day>', 'when it takes over, such as 2026-12-01; tomorrow when omitted')
    .action(async (file: string, options: { from?: string }) => {
      process.exitCode = await smpCertificate(file, options.from, env, openSml);
    });
}

async function secretKey(env: Environment): Promise<number> {
  const next = env['NEW_SECRET_KEY'] || undefined;
  if (next && next.length < LEAST_SECRET)
    return refused(`NEW_SECRET_KEY is shorter than ${LEAST_SECRET} characters.`);
  const { config } = inspectConfig(env);
  const { rotateSecretKey } = await import('./rotate-secret-key.ts');
  const done = await rotateSecretKey(config, next);
  if ('problem' in done) return refused(done.problem);
  const what = Object.entries(done.sealed).map(([purpose, count]) => `${count} ${purpose}`);
  console.log(`Sealed anew: ${what.join(', ')}.`);
  console.log(
    next
      ? 'Set SECRET_KEY to the new key on every node, then start them.'
      : `The new key is in ${done.keptIn}: copy it to every node with a DATA_DIR of its own, then start them.`,
  );
  return 0;
}

const DAY_MS = 86_400_000;

async function smpCertificate(
  file: string,
  day: string | undefined,
  env: Environment,
  openSml: OpenSml,
): Promise<number> {
  const from = day === undefined ? new Date(Date.now() + DAY_MS) : new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(from.getTime())) return refused(`--from ${day} is no day. Give such as 2026-12-01.`);
  const { config, problems } = inspectConfig(env);
  if (problems.length > 0) return refused(problems.join('\n'));
  const { announceSmpCertificate } = await import('./announce-smp-certificate.ts');
  const problem = await announceSmpCertificate(await readFile(file, 'utf8'), from, () => openSml(config));
  if (problem) return refused(problem);
  const when = from.toISOString().slice(0, 10);
  console.log(
    `The SML takes the next certificate from ${when} on. Then set SMP_KEYSTORE to it and start every node again.`,
  );
  return 0;
}

function refused(problem: string): number {
  console.error(problem);
  return 1;
}
