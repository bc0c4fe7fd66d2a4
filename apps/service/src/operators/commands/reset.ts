import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { runningPostgresUrl } from '../../platform/db/running-postgres.ts';
import { inspectConfig } from '../../settings/config.ts';
import type { Environment } from '../../settings/settings.ts';

/** On the machine of the service, by its database: for the last admin, whom nobody else lets in. */
export function resetCommand(operators: Command, env: Environment): void {
  operators
    .command('reset <name...>')
    .description('a password to be replaced for an admin whom nobody else can let in; on the machine itself')
    .option('--json', 'as JSON, for programs')
    .action(async (name: string[], { json }: { json?: boolean }) => {
      process.exitCode = await reset(name.join(' '), env, json === true);
    });
}

async function reset(name: string, env: Environment, asJson: boolean): Promise<number> {
  const { dataDir, databaseUrl } = inspectConfig(env).config;
  const url = databaseUrl ?? (await runningPostgresUrl(join(dataDir, 'postgres')));
  if (!url)
    return refused(
      `No database runs for DATA_DIR=${dataDir}. Start the service, and run this on its machine with its settings.`,
    );
  const [{ openDatabase }, { resetOnMachine }] = await Promise.all([
    import('../../platform/db/database.ts'),
    import('../reset-on-machine.ts'),
  ]);
  const database = openDatabase(url, { onError: () => undefined });
  try {
    const done = await resetOnMachine(database, name, `${userInfo().username}@${hostname()}`);
    if ('problem' in done) return refused(done.problem);
    const { operator, password } = done;
    if (asJson)
      console.log(JSON.stringify({ email: operator.email, role: operator.role, password }, null, 2));
    else {
      console.log(
        `A password for ${operator.name}, ${operator.role}, to be replaced at the next sign-in:\n${password}`,
      );
      console.log(`Then: sign-in ${operator.email}, and change-password.`);
    }
    return 0;
  } finally {
    await database.close();
  }
}

function refused(problem: string): number {
  console.error(problem);
  return 1;
}
