import type { Config } from '../settings/config.ts';
import { fileProblem } from '../start/preflight.ts';
import { wantedFiles } from '../start/wanted.ts';
import { certificateChecks } from './check-certificates.ts';
import { databaseChecks } from './check-database.ts';
import { machineChecks } from './check-machine.ts';
import { reachChecks } from './check-reach.ts';
import { signInChecks } from './check-sign-in.ts';
import { bad, type Check, type Finding, type Found, good, skipped } from './finding.ts';
import type { Network, OpenNetwork } from './network.ts';

export interface Examination {
  config: Config;
  /** What is wrong with the settings. */
  problems: readonly string[];
  openNetwork: OpenNetwork;
}

/** A look that takes longer has found out enough. */
const LONGEST_LOOK_MS = 40_000;

/** Looks at everything, as far as the settings allow; changes nothing but one object that it writes and removes. */
export async function examine({ config, problems, openNetwork }: Examination): Promise<Finding[]> {
  const settings = await ofSettings(config, problems);
  const opening = await openNetwork(config).catch((error: Error) => error);
  const network = opening instanceof Error ? undefined : opening;
  const ofNetwork: Check[] = network
    ? [...certificateChecks(network, config.network, () => new Date()), ...reachChecks(config, network)]
    : [{ name: 'certificates and network', look: async () => ofOpening(opening, problems) }];
  const checks = [
    ...ofNetwork,
    ...databaseChecks(config),
    ...machineChecks(config, network),
    ...signInChecks(config),
  ];
  try {
    return [...settings, ...(await Promise.all(checks.map(lookAt)))];
  } finally {
    await network?.close();
  }
}

async function ofSettings(config: Config, problems: readonly string[]): Promise<Finding[]> {
  const files = await Promise.all(wantedFiles(config).map(fileProblem));
  const all = [...problems, ...files.filter((problem) => problem !== undefined)];
  if (all.length === 0) return [{ check: 'settings', ...good(`understood, for NETWORK=${config.network}`) }];
  // Each ends with what to do.
  return all.map((found) => ({ check: 'settings', outcome: 'bad', found }));
}

/** What the settings lack was said of them already. */
const ofOpening = (opening: Network | Error, problems: readonly string[]): Found =>
  problems.length > 0
    ? skipped('the settings are to be corrected first')
    : { outcome: 'bad', found: opening instanceof Error ? opening.message : '' };

async function lookAt({ name, look }: Check): Promise<Finding> {
  const { promise: late, resolve } = Promise.withResolvers<Found>();
  const timer = setTimeout(
    resolve,
    LONGEST_LOOK_MS,
    bad(`no answer within ${LONGEST_LOOK_MS / 1_000} s`, 'Find out what holds it up.'),
  );
  try {
    return { check: name, ...(await Promise.race([look(), late])) };
  } catch (error) {
    return { check: name, ...bad((error as Error).message, 'Find out why.') };
  } finally {
    clearTimeout(timer);
  }
}
