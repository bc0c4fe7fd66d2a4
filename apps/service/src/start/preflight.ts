import { access, constants } from 'node:fs/promises';
import { portProblems, type WantedPort } from './ports.ts';

/** A file that a setting names. */
export interface WantedFile {
  setting: string;
  path: string;
}

/** Everything that can be known to go wrong before anything is set up, one sentence each. */
export async function preflightProblems(
  ports: readonly WantedPort[],
  files: readonly WantedFile[],
): Promise<string[]> {
  const unreadable = await Promise.all(files.map(fileProblem));
  return [...(await portProblems(ports)), ...unreadable.filter((problem) => problem !== undefined)];
}

/** Why a file that a setting names cannot be used; undefined when it can. */
export async function fileProblem({ setting, path }: WantedFile): Promise<string | undefined> {
  try {
    await access(path, constants.R_OK);
    return undefined;
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'There is no such file' : `It cannot be read (${code})`;
    return `${setting}=${path}: ${why}. Correct the path or the rights.`;
  }
}
