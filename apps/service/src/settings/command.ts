import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { RULE_SOURCES } from './config.ts';
import { rulesFolder } from './rules-folder.ts';
import { type Environment, Settings, WEB } from './settings.ts';

/** What the commands of `npm run pappel` need to know, by the names that the service reads too. */
export interface CommandSettings {
  /** Of the operator's side of a running service. */
  operatorUrl: string;
  /** Undefined where it stands in the file instead. */
  operatorToken: string | undefined;
  operatorTokenFile: string;
  /** Where somebody who signed in is remembered. */
  sessionFile: string;
  rules: { source: (typeof RULE_SOURCES)[number]; folder: string };
}

export function readCommandSettings(env: Environment): CommandSettings & { problems: readonly string[] } {
  const settings = new Settings(env);
  const port = settings.number('OPERATOR_PORT', 8081);
  return {
    operatorUrl: settings.url('OPERATOR_URL', WEB, `http://127.0.0.1:${port}`),
    operatorToken: settings.text('OPERATOR_TOKEN'),
    sessionFile: join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'pappel', 'sessions.json'),
    operatorTokenFile: join(resolve(settings.text('DATA_DIR') ?? './data'), 'operator-token'),
    rules: {
      source: settings.choice('VALIDATION', RULE_SOURCES, 'builtin'),
      folder: rulesFolder(settings),
    },
    problems: settings.problems,
  };
}
