import { writeFileSync } from 'node:fs';

export interface Result {
  suite: string;
  name: string;
  milliseconds: number;
  /** Undefined when it passed. */
  failure: string | undefined;
}

/** Runs the cases one after the other and keeps what became of them. */
export class CaseBook {
  readonly results: Result[] = [];

  /** A case passes when its check ends without throwing. */
  async run(suite: string, name: string, check: () => Promise<void>): Promise<void> {
    const start = performance.now();
    let failure: string | undefined;
    try {
      await check();
    } catch (error) {
      failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    const milliseconds = Math.round(performance.now() - start);
    this.results.push({ suite, name, milliseconds, failure });
    console.log(`${failure === undefined ? 'ok  ' : 'FAIL'} ${suite}: ${name} (${milliseconds} ms)`);
    if (failure !== undefined) console.log(failure.replace(/^/gm, '       '));
  }

  /** A suite whose preparation failed is one failed case. */
  async suite(name: string, cases: () => Promise<void>): Promise<void> {
    try {
      await cases();
    } catch (error) {
      await this.run(name, 'starts', () => Promise.reject(error));
    }
  }

  get failed(): number {
    return this.results.filter((result) => result.failure !== undefined).length;
  }

  /** One row a suite, for people. */
  table(): string {
    const suites = [...Map.groupBy(this.results, (result) => result.suite)];
    const width = Math.max(...suites.map(([name]) => name.length));
    const rows = suites.map(([name, results]) => {
      const passed = results.filter((result) => result.failure === undefined).length;
      const seconds = results.reduce((sum, result) => sum + result.milliseconds, 0) / 1000;
      return `${name.padEnd(width)}  ${String(passed).padStart(3)} of ${String(results.length).padStart(3)} passed  ${seconds.toFixed(1).padStart(6)} s`;
    });
    return [...rows, `${this.results.length - this.failed} passed, ${this.failed} failed`].join('\n');
  }

  writeJunit(file: string): void {
    const suites = [...Map.groupBy(this.results, (result) => result.suite)].map(([name, results]) => {
      const failures = results.filter((result) => result.failure !== undefined).length;
      return `<testsuite name="${escaped(name)}" tests="${results.length}" failures="${failures}">${results.map(junitCase).join('')}</testsuite>`;
    });
    writeFileSync(
      file,
      `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>${suites.join('')}</testsuites>\n`,
    );
  }
}

function junitCase({ suite, name, milliseconds, failure }: Result): string {
  const inside = failure === undefined ? '' : `<failure>${escaped(failure)}</failure>`;
  return `<testcase classname="${escaped(suite)}" name="${escaped(name)}" time="${milliseconds / 1000}">${inside}</testcase>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string =>
  // Stack traces of the other side may have characters that XML has not.
  text.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd]/g, '?').replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one);
