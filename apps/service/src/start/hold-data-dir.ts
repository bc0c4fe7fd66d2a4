import { type Config, ConfigError } from '../settings/config.ts';
import { type DataDir, openDataDir } from './data-dir.ts';
import { preflightProblems } from './preflight.ts';
import { wantedFiles, wantedPorts } from './wanted.ts';

/** The folder is ours, or all that is wrong is said at once. */
export async function holdDataDir(config: Config, problems: readonly string[]): Promise<DataDir> {
  const dataDir = await openDataDir(config.dataDir, config.publicUrl);
  const isHeld = !('problem' in dataDir);
  // Whoever has the folder has our ports as well: that is one problem, not five.
  const found = isHeld
    ? await preflightProblems(wantedPorts(config), wantedFiles(config))
    : [dataDir.problem, ...(await preflightProblems([], wantedFiles(config)))];
  const all = [...problems, ...found];
  if (isHeld && all.length === 0) return dataDir;
  if (isHeld) await dataDir.release();
  throw new ConfigError(all);
}
