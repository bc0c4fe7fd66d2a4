/**
 * Prints by how many bytes the peak memory of this process rises when it validates a document of 40 MB, which counts
 * itself. What loading the rules takes was taken before. The document comes from a process of its own, through a file, so that
 * making it does not count.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from '../packages/validation/src/validate.ts';
import { smallDocument } from './validation-documents.ts';

const DOCUMENTS = new URL('./validation-documents.ts', import.meta.url).href;
const WRITE = `import { writeFileSync } from 'node:fs';
const { invoiceWithAttachments } = await import(process.argv[1]);
writeFileSync(process.argv[2], invoiceWithAttachments(40_000_000));`;

const STATUS = '/proc/self/status';

/** Bytes. Linux hands the peak of a process on to those that it starts, except in this file. */
function peak(): number {
  const found = existsSync(STATUS) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(STATUS, 'utf8')) : null;
  return (found ? Number(found[1]) : process.resourceUsage().maxRSS) * 1024;
}

function main(): void {
  const folder = mkdtempSync(join(tmpdir(), 'pappel-bench-'));
  const file = join(folder, 'attachments.xml');
  try {
    spawnSync(process.execPath, ['--input-type=module', '-e', WRITE, DOCUMENTS, file]);
    for (let count = 0; count < 20; count++) validate(smallDocument().bytes);
    const idle = process.memoryUsage.rss();
    if (validate(readFileSync(file)).kind !== 'valid') throw new Error('The document should be valid');
    console.log(peak() - idle);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

main();
