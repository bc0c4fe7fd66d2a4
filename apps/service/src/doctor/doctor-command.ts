import type { Command } from 'commander';
import { inspectConfig } from '../settings/config.ts';
import type { Environment } from '../settings/settings.ts';
import type { Finding, Outcome } from './finding.ts';
import { goLiveCommand } from './go-live-command.ts';
import type { OpenNetwork } from './network.ts';

/** Commands that look at an installation from inside, with the settings of its service. */
export function doctorCommands(program: Command, env: Environment, openNetwork: OpenNetwork): void {
  program
    .command('doctor')
    .description('looks at the whole set-up, and says what to do; asks the network, changes nothing')
    .option('--json', 'for programs')
    .action(async (options: { json?: boolean }) => {
      const findings = await findingsOf(env, openNetwork);
      if (options.json) console.log(JSON.stringify({ findings }, null, 2));
      else for (const line of inLines(findings)) console.log(line);
      process.exitCode = findings.some(({ outcome }) => outcome === 'bad') ? 1 : 0;
    });
  goLiveCommand(program, env, () => findingsOf(env, openNetwork));
}

async function findingsOf(env: Environment, openNetwork: OpenNetwork): Promise<Finding[]> {
  const { config, problems } = inspectConfig(env);
  const { examine } = await import('./examine.ts');
  return examine({ config, problems, openNetwork });
}

const SIGN: Record<Outcome, string> = {
  good: 'ok     ',
  warning: 'WARNING',
  bad: 'BAD    ',
  skipped: 'skipped',
};

function inLines(findings: readonly Finding[]): string[] {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, outcome, found, remedy }) => [
    `${SIGN[outcome]}  ${check.padEnd(width)}  ${found}`,
    ...(remedy ? [`${' '.repeat(width + 11)}→ ${remedy}`] : []),
  ]);
  const count = (outcome: Outcome): number => findings.filter((one) => one.outcome === outcome).length;
  return [
    ...lines,
    '',
    `${count('good')} well, ${count('warning')} warnings, ${count('bad')} bad, ${count('skipped')} skipped.`,
  ];
}
