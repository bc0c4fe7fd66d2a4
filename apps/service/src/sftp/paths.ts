import { SftpRefusal } from './refusal.ts';

export const FOLDERS = ['outbox', 'inbox', 'archive', 'sent', 'failed'] as const;
export type Folder = (typeof FOLDERS)[number];

/** What a path names in the view of a login; whether it exists is another question. */
export type Place =
  | { kind: 'root' }
  | { kind: 'company'; company: string }
  | { kind: 'participant'; company: string | undefined; participant: string }
  | { kind: 'folder'; company: string | undefined; participant: string; folder: Folder }
  | { kind: 'file'; company: string | undefined; participant: string; folder: Folder; name: string }
  | { kind: 'nowhere' };

const LONGEST_PATH = 1_024;
const LONGEST_NAME = 200;
/** Control characters, and what stands for bytes that are no UTF-8: two such names could not be told apart. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones refused
const NOT_IN_A_NAME = /[\u0000-\u001f\u007f\ufffd\\]/;

/** The steps from the root, `.` and `..` resolved; nothing is above the root. */
function stepsOf(path: string): string[] {
  if (path.length > LONGEST_PATH)
    throw new SftpRefusal('FAILURE', 'The path is too long. Use a shorter name.');
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps;
}

export const normalised = (path: string): string => `/${stepsOf(path).join('/')}`;

/** `hasCompanies`: an account-wide login sees a level of companies above its participants. [SFT-12] */
export function placeOf(path: string, hasCompanies: boolean): Place {
  const steps = stepsOf(path);
  if (steps.length === 0) return { kind: 'root' };
  const company = hasCompanies ? steps.shift() : undefined;
  const [participant, folderName, name, ...deeper] = steps;
  if (participant === undefined)
    return company === undefined ? { kind: 'root' } : { kind: 'company', company };
  if (folderName === undefined) return { kind: 'participant', company, participant };
  const folder = FOLDERS.find((one) => one === folderName);
  if (!folder || deeper.length > 0) return { kind: 'nowhere' };
  if (name === undefined) return { kind: 'folder', company, participant, folder };
  return { kind: 'file', company, participant, folder, name };
}

/** A name that a customer gives to a file. */
export function requireName(name: string): void {
  if (NOT_IN_A_NAME.test(name))
    throw new SftpRefusal('FAILURE', 'A file name is UTF-8 without control characters. Rename the file.');
  if (Buffer.byteLength(name) > LONGEST_NAME)
    throw new SftpRefusal('FAILURE', `A file name has at most ${LONGEST_NAME} bytes. Use a shorter one.`);
}

const UNFINISHED = /\.(part|filepart|tmp|uploading)$/i;

/** Names under which a file is not yet to be sent. [SFT-11] */
export const isUnfinishedName = (name: string): boolean => name.startsWith('.') || UNFINISHED.test(name);

/** `x.xml` to `x`, `x.json`; a number for the second of a name: `x.2.xml`, `x.2.json`. [SFT-6] */
export function filedNames(uploaded: string, serial: number): { name: string; sidecar: string } {
  const dot = uploaded.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [uploaded.slice(0, dot), uploaded.slice(dot)] : [uploaded, ''];
  const numbered = serial === 1 ? stem : `${stem}.${serial}`;
  // Only sidecars end in .json, so that no file has the name of another one's.
  if (extension.toLowerCase() === '.json')
    return { name: `${numbered}${extension}.file`, sidecar: `${numbered}${extension}.json` };
  return { name: `${numbered}${extension}`, sidecar: `${numbered}.json` };
}
