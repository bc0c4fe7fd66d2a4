import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { type DocumentTypeId, parseDocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import type { Finding, Verdict } from '@pappel/validation/finding';
import { documentOfText } from '@pappel/validation/read-document';
import { RuleBook, type RuleSource } from '@pappel/validation/rule-book';
import { validate } from '@pappel/validation/validate';

const VALIDATE_HELP = `Usage: npm run -s pappel -- validate FILE… [--type TYPE] [--json]
       npm run -s pappel -- validate --jsonl  < documents.jsonl

  --type TYPE     an alias such as invoice, or a document type identifier; found out from the document when omitted
  --rules SOURCE  builtin (default, or VALIDATION), installed, or both, which says on standard error where they differ
  --json          one line of JSON a file, with every finding
  --jsonl         reads lines {"id", "xml"}; answers lines {"id", "verdict", "fatal", "warnings", "structure"}

Exit status: 0 all are valid, 1 some are not or have no rules, 2 trouble.`;

const SOURCES = ['builtin', 'installed', 'both'];

/** As the settings say. */
interface RulesInUse {
  source: RuleSource;
  folder: string;
}

interface Job {
  rules: RuleBook;
  type: DocumentTypeId | undefined;
}

/** `pappel validate`. Answers the exit status. */
export async function validateCommand(args: string[], settings: RulesInUse): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      type: { type: 'string' },
      rules: { type: 'string', default: settings.source },
      json: { type: 'boolean', default: false },
      jsonl: { type: 'boolean', default: false },
    },
  });
  if (!SOURCES.includes(values.rules)) throw new Error(`--rules must be one of ${SOURCES.join(', ')}`);
  const rules = new RuleBook({ source: values.rules as RuleSource, folder: settings.folder });
  const job = { rules, type: typeOf(values.type) };
  if (values.jsonl) return validateLines(job);
  if (positionals.length === 0) {
    console.log(VALIDATE_HELP);
    return 2;
  }
  const verdicts = positionals.map((file) => ({ file, verdict: judged(readFileSync(file), job, file) }));
  for (const { file, verdict } of verdicts) {
    if (values.json) console.log(JSON.stringify({ file, ...verdict }));
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
