import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CommandSettings } from '../../settings/command.ts';

/** By the address of the operator's side. */
const sessionsIn = ({ sessionFile }: CommandSettings): Record<string, string> =>
  existsSync(sessionFile) ? (JSON.parse(readFileSync(sessionFile, 'utf8')) as Record<string, string>) : {};

/** Only who signed in may read it. */
function write({ sessionFile }: CommandSettings, all: Record<string, string>): void {
  mkdirSync(dirname(sessionFile), { recursive: true, mode: 0o700 });
  writeFileSync(sessionFile, JSON.stringify(all), { mode: 0o600 });
}

export const keepSession = (settings: CommandSettings, token: string): void =>
  write(settings, { ...sessionsIn(settings), [settings.operatorUrl]: token });

export function forgetSession(settings: CommandSettings): void {
  const { [settings.operatorUrl]: _, ...others } = sessionsIn(settings);
  write(settings, others);
}

/** OPERATOR_TOKEN first, then who signed in, then the shared token of DATA_DIR. */
export function credentialOf(settings: CommandSettings): string {
  const found = settings.operatorToken ?? sessionsIn(settings)[settings.operatorUrl] ?? sharedToken(settings);
  if (found) return found;
  throw new Error(
    `Nobody has signed in: run sign-in, set OPERATOR_TOKEN, or DATA_DIR so that ${settings.operatorTokenFile} exists.`,
  );
}

/** For making the first operator. */
export function sharedToken({ operatorToken, operatorTokenFile }: CommandSettings): string | undefined {
  if (operatorToken) return operatorToken;
  return existsSync(operatorTokenFile) ? readFileSync(operatorTokenFile, 'utf8').trim() : undefined;
}
