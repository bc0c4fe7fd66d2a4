import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { MANIFEST, type Member, readManifest, readMembers } from './read-archive.ts';

const File = Type.Object({
  path: Type.String(),
  bytes: Type.Number(),
  sha256: Type.String(),
  lines: Type.Optional(Type.Number()),
});
type File = { path: string; bytes: number; sha256: string; lines?: number };

const Manifest = Type.Object({
  createdAt: Type.String(),
  seq: Type.Number(),
  counts: Type.Record(Type.String(), Type.Number()),
  files: Type.Array(File),
  missing: Type.Optional(Type.Array(Type.String())),
  /** Of one that was written before its documents were removed. */
  archive: Type.Optional(
    Type.Object({
      accountId: Type.String(),
      night: Type.String(),
      number: Type.Number(),
      /** Somebody decided that documents whose bytes were lost are archived and removed. */
      withoutBytes: Type.Optional(
        Type.Object({ decidedAt: Type.String(), decidedBy: Type.String(), reason: Type.String() }),
      ),
    }),
  ),
});

export interface Verified {
  createdAt?: string;
  files: number;
  /** Of all files that are there. */
  paths: ReadonlySet<string>;
  counts: Record<string, number>;
  archive?: Static<typeof Manifest>['archive'];
  /** Documents that were archived without their bytes, as somebody decided: each path would be theirs. [MSG-41] */
  lost: readonly string[];
  /** Each names a file or a count. */
  problems: string[];
}

/** Holds every file of an export against its manifest; throws where the file is no zip. [EXP-5] */
export async function verifyExport(file: string): Promise<Verified> {
  const manifest = parse(await readManifest(file));
  if (typeof manifest === 'string')
    return { files: 0, paths: new Set(), counts: {}, lost: [], problems: [`${MANIFEST}: ${manifest}`] };
  const { lost, problems } = ofMissing(manifest);
  const expected = new Map(manifest.files.map((one) => [one.path, one]));
  const found = new Map<string, number>();
  for await (const member of readMembers(file)) {
    const problem = found.has(member.path)
      ? 'stands there twice'
      : compare(member, expected.get(member.path));
    if (problem) problems.push(`${member.path}: ${problem}`);
    found.set(member.path, 'lines' in member ? member.lines : 0);
  }
  for (const path of expected.keys()) if (!found.has(path)) problems.push(`${path}: missing`);
  for (const path of lost) if (found.has(path)) problems.push(`${path}: is there, and is called lost`);
  problems.push(...wrongCounts(manifest.counts, found));
  const { createdAt, counts, archive } = manifest;
  return { createdAt, files: found.size, paths: new Set(found.keys()), counts, archive, lost, problems };
}

/** Of an archive somebody decided that the bytes need not be there. */
function ofMissing({ archive, missing = [] }: Static<typeof Manifest>): Pick<Verified, 'lost' | 'problems'> {
  if (archive?.withoutBytes) return { lost: missing, problems: [] };
  const problems = missing.map((path) => `${path}: was missing already when it was exported`);
  return { lost: [], problems };
}

/** The manifest, or what is wrong with it. */
function parse(text: string | undefined) {
  if (text === undefined) return 'missing';
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(Manifest, value) ? value : 'is none of ours';
  } catch {
    return 'is no JSON';
  }
}

function compare(member: Member, expected: File | undefined): string | undefined {
  if (!expected) return 'is not in the manifest';
  if ('broken' in member) return `cannot be read (${member.broken})`;
  if (member.sha256 !== expected.sha256 || member.bytes !== expected.bytes)
    return `changed: SHA-256 ${member.sha256} instead of ${expected.sha256}`;
  if (expected.lines !== undefined && member.lines !== expected.lines)
    return `has ${member.lines} lines instead of ${expected.lines}`;
  return undefined;
}

/** A count is of the lines of a file, or of the files of the folder `payloads`. */
function wrongCounts(counts: Record<string, number>, found: ReadonlyMap<string, number>): string[] {
  const payloads = [...found.keys()].filter((path) => /^(payloads|sftp-files)\//.test(path)).length;
  return Object.entries(counts).flatMap(([name, count]) => {
    const there = name === 'payloads' ? payloads : found.get(`${name}.jsonl`);
    return there === undefined || there === count ? [] : [`${name}: ${there} instead of ${count}`];
  });
}
