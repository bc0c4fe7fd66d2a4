import { nearestName, SETTING_NAMES } from './setting-names.ts';

/** Characters of a secret that an operator chooses. */
export const LEAST_SECRET = 16;
/** Schemes of what is reached by HTTP. */
export const WEB = ['https:', 'http:'];

export type Environment = Record<string, string | undefined>;

/**
 * The environment as it is read: what is wrong is collected, so that all of it is said at once, and reading goes on with
 * a value that could have been meant.
 */
export class Settings {
  readonly problems: string[] = [];
  readonly #given: Environment;
  readonly #asked = new Set<string>();

  constructor(given: Environment) {
    this.#given = given;
  }

  /** Every name that was asked for. */
  get asked(): ReadonlySet<string> {
    return this.#asked;
  }

  /** Undefined for an empty one too. */
  text(name: string): string | undefined {
    this.#asked.add(name);
    return this.#given[name] || undefined;
  }

  problem(sentence: string): void {
    this.problems.push(sentence);
  }

  choice<Value extends string>(name: string, values: readonly Value[], otherwise: Value): Value {
    const text = this.text(name) ?? otherwise;
    const value = values.find((candidate) => candidate === text);
    if (!value) this.problem(`${name}=${text} is not one of ${values.join(', ')}. Set one of them.`);
    return value ?? otherwise;
  }

  number(name: string, otherwise: number, { min = 0, max = 65_535, next = 'Correct it.' } = {}): number {
    const text = this.text(name) ?? String(otherwise);
    const value = Number(text);
    if (/^\d{1,15}$/.test(text) && value >= min && value <= max) return value;
    this.problem(`${name}=${text} is not a number from ${min} to ${max}. ${next}`);
    return otherwise;
  }

  flag(name: string, otherwise: boolean): boolean {
    switch (this.text(name) ?? String(otherwise)) {
      case 'true':
      case '1':
        return true;
      case 'false':
      case '0':
        return false;
      default:
        this.problem(`${name}=${this.text(name)} is neither true nor false. Set one of them.`);
        return otherwise;
    }
  }

  /** Without slashes at its end. */
  url(name: string, schemes: readonly string[], otherwise: string): string {
    const text = this.text(name);
    if (text === undefined) return otherwise;
    const url = URL.parse(text);
    if (!url || !schemes.includes(url.protocol))
      this.problem(
        `${name} is no URL that begins with ${schemes.map((one) => `${one}//`).join(' or ')}. Correct it.`,
      );
    return text.replace(/\/+$/, '');
  }

  /** What opens all of it must not be guessed. */
  secret(name: string): string | undefined {
    const text = this.text(name);
    if (text !== undefined && text.length < LEAST_SECRET)
      this.problem(
        `${name} is shorter than ${LEAST_SECRET} characters. Set a random one, such as of "openssl rand -hex 24".`,
      );
    return text;
  }

  required(isNeeded: boolean, name: string, nextStep: string): undefined {
    if (isNeeded) this.problem(`${name} is missing. ${nextStep}`);
  }

  /** Variables that are written almost as a setting, or begin as only ours do, and are none. */
  checkNames(): void {
    const known = new Set([...SETTING_NAMES, ...this.#asked]);
    for (const name of Object.keys(this.#given)) {
      const meant = known.has(name) ? undefined : nearestName(name, known);
      if (meant) this.problem(`${name} is no setting. The nearest is ${meant}: set that, or remove it.`);
    }
  }
}
