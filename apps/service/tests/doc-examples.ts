import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './doc-blocks.ts';

interface Example {
  page: string;
  line: number;
  text: string;
}

/** Cannot find name; no value for a shorthand property. */
const UNKNOWN_NAME = new Set([2304, 2552, 18004]);
/** A return outside of a function: an example may be the inside of one. */
const RETURN_OUTSIDE = 1108;

/**
 * What is wrong with examples, one line each. They are compiled where their page stands, so that they enter packages by
 * their doors; names that they do not explain (`bytes`, `config`) may be anything.
 */
export function problemsOfExamples(examples: readonly Example[]): string[] {
  const files = new Map(examples.map((example) => [fileOf(example), example.text]));
  const left = new Map<string, Set<string>>();
  for (const { file, start, length, code } of diagnosticsOf(files)) {
    if (!file || start === undefined || !UNKNOWN_NAME.has(code)) continue;
    const names = left.get(file.fileName) ?? new Set();
    left.set(file.fileName, names.add(file.text.slice(start, start + (length ?? 0))));
  }
  const declared = [...files].map(([file, text]): [string, string] => {
    const names = [...(left.get(file) ?? [])].map((name) => `declare const ${name}: any;`);
    return [file, `${text}\n${names.join('\n')}\nexport {};\n`];
  });
  const wrong = diagnosticsOf(new Map(declared)).filter(({ code }) => code !== RETURN_OUTSIDE);
  return wrong.map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
  );
}

const fileOf = ({ page, line }: Example): string => join(ROOT, page, `../example-${line}.ts`);

function diagnosticsOf(files: ReadonlyMap<string, string>): readonly ts.Diagnostic[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => files.has(file) || fileExists.call(host, file);
  host.getSourceFile = (file, ...rest) => {
    const text = files.get(file);
    return text === undefined
      ? getSourceFile.call(host, file, ...rest)
      : ts.createSourceFile(file, text, rest[0]);
  };
  const program = ts.createProgram(
    [...files.keys()],
    { ...options, noUnusedLocals: false, noUnusedParameters: false, noEmit: true },
    host,
  );
  return [...files.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    return source
      ? [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      : [];
  });
}
