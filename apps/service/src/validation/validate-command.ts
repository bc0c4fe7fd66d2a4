import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { type DocumentTypeId, parseDocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import type { Finding, Verdict } from '@pappel/validation/finding';
import { documentOfText } from '@pappel/validation/read-document';
import type { RuleBook, RuleSource } from '@pappel/validation/rule-book';
import { validate } from '@pappel/validation/validate';
import { type Command, Option } from 'commander';
import { RULE_SOURCES } from '../settings/config.ts';

/** As the settings say. */
interface RulesInUse {
  source: RuleSource;
  folder: string;
}

interface Job {
  rules: RuleBook;
  type: DocumentTypeId | undefined;
}

interface Options {
  type?: string;
  rules: RuleSource;
  json?: true;
  jsonl?: true;
}

const AFTER = `
With --jsonl, lines {"id", "xml"} on standard input are answered by lines {"id", "verdict", "fatal", "warnings",
"structure"}. Exit status: 0 all are valid, 1 some are not or have no rules, 2 trouble.`;

/** `pappel validate`. */
export function validateCommand(program: Command, settings: RulesInUse): void {
  program
    .command('validate')
    .argument('[files...]')
    .description('hold documents against their rules; asks nobody')
    .option(
      '--type <type>',
      'an alias such as invoice, or a document type identifier; else found out from the document',
    )
    .addOption(
      new Option('--rules <source>', 'both says on standard error where they differ')
        .choices(RULE_SOURCES)
        .default(settings.source),
    )
    .option('--json', 'one line of JSON a file, with every finding')
    .option('--jsonl', 'documents by standard input, a line of JSON each')
    .addHelpText('after', AFTER)
    .action(async (files: string[], options: Options, command: Command) => {
      if (files.length === 0 && !options.jsonl) command.help({ error: true });
      process.exitCode = await validateFiles(files, options, settings.folder);
    });
}

/** The rules are read only when they are asked for: that takes a while. */
async function validateFiles(files: readonly string[], options: Options, folder: string): Promise<number> {
  const { RuleBook } = await import('@pappel/validation/rule-book');
  const rules = new RuleBook({ source: options.rules, folder });
  const job = { rules, type: typeOf(options.type) };
  if (options.jsonl) return validateLines(job);
  const verdicts = files.map((file) => ({ file, verdict: judged(readFileSync(file), job, file) }));
  for (const { file, verdict } of verdicts) {
    if (options.json) console.log(JSON.stringify({ file, ...verdict }));
    else for (const line of linesOf(file, verdict)) console.log(line);
  }
  return verdicts.every(({ verdict }) => verdict.kind === 'valid') ? 0 : 1;
}

function typeOf(text: string | undefined): DocumentTypeId | undefined {
  if (text === undefined) return undefined;
  const type = aliasToType(text)?.documentTypeId ?? parseDocumentTypeId(text);
  if (!type) throw new Error(`${text} is neither an alias nor a document type identifier`);
  return type;
}

function judged(bytes: Uint8Array, { rules, type }: Job, name: string): Verdict {
  const verdict = validate(bytes, type, { rules });
  if (verdict.kind !== 'no-rules' && verdict.differences.length > 0)
    console.error(JSON.stringify({ document: name, differences: verdict.differences }));
  return verdict;
}

function* linesOf(file: string, verdict: Verdict): Generator<string> {
  if (verdict.kind === 'no-rules') {
    yield `${file}: there are no rules for its type`;
    return;
  }
  yield `${file}: ${verdict.kind} (${verdict.ruleset})`;
  for (const { severity, code, message, line, column, location, count } of verdict.findings)
    yield `  ${file}:${line}:${column} ${severity} ${code} ${message} ${location}${count ? ` and at ${count - 1} more places` : ''}`;
}

/** A stream of documents: answers come as fast as they are read, in the same order. */
async function validateLines(job: Job): Promise<number> {
  let status = 0;
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    const { id, xml } = readLine(line);
    const verdict = judged(documentOfText(xml), job, String(id));
    if (verdict.kind !== 'valid') status = 1;
    process.stdout.write(`${JSON.stringify({ id, ...summary(verdict) })}\n`);
  }
  return status;
}

function readLine(line: string): { id: unknown; xml: string } {
  const { id, xml } = JSON.parse(line) as { id?: unknown; xml?: unknown };
  if (typeof xml !== 'string') throw new Error('A line must be an object with "id" and "xml"');
  return { id, xml };
}

/** Ids as often as they fired, and what is wrong with the structure apart. */
function summary(verdict: Verdict) {
  const findings = verdict.kind === 'no-rules' ? [] : verdict.findings;
  const isStructure = ({ code }: Finding): boolean => code === 'XSD' || code === 'XML';
  const idsOf = (severity: Finding['severity']): string[] =>
    findings
      .filter((one) => one.severity === severity && !isStructure(one))
      .flatMap(({ code, count = 1 }) => new Array<string>(count).fill(code));
  const structure = findings
    .filter(isStructure)
    .map(({ code, message, location, line, column }) => ({ code, message, location, line, column }));
  return { verdict: verdict.kind, fatal: idsOf('ERROR'), warnings: idsOf('WARNING'), structure };
}
