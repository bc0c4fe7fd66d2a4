import type { Command } from 'commander';
import type { CommandSettings } from '../../settings/command.ts';
import { credentialOf } from './credential.ts';
import { type Columns, forPeople } from './print.ts';

export interface Ask {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /operator/v1. */
  path: string;
  /** Fields of a query; what is undefined is left out. */
  query?: Record<string, unknown>;
  body?: unknown;
  /** Another one than who signed in. */
  credential?: string;
}

export type Options = Record<string, unknown>;

/** One command that asks the operator's side. */
export interface Asking {
  usage: string;
  about: string;
  /** Flags as commander writes them, with what each is. */
  options?: readonly (readonly [flags: string, about: string])[];
  /** Of the table for people. */
  columns?: Columns;
  ask(args: string[], options: Options): Ask;
}

const PAGES = [
  ['--limit <n>', 'rows a page, at most 100'],
  ['--cursor <cursor>', 'where the page before ended'],
] as const;

/** What a list takes. */
export const paged = (...options: readonly (readonly [string, string])[]) => [...options, ...PAGES];

export const get = (path: string, query: Options = {}): Ask => ({ method: 'GET', path, query });
export const post = (path: string, body: unknown = {}): Ask => ({ method: 'POST', path, body });
export const part = (text = ''): string => encodeURIComponent(text);

/** `list`: a table of what stands there. */
export const listOf = (path: string, about: string, columns: Columns): Asking => ({
  usage: 'list',
  about,
  columns,
  ask: () => get(path),
});

/** `show`: one of those that stand there. */
export const oneFrom = (path: string, about: string): Asking => ({
  usage: 'show <id>',
  about,
  ask: ([id]) => get(`${path}/${part(id)}`),
});

/** Adds it, and prints what it is answered: for people in a terminal, as JSON else or with --json. */
export function addAsking(parent: Command, settings: CommandSettings, asking: Asking): void {
  const command = parent.command(asking.usage).description(asking.about);
  for (const [flags, about] of asking.options ?? []) command.option(flags, about);
  command.option('--json', 'as JSON, for programs');
  command.action(async () => {
    const { json, ...options } = command.opts<Options>();
    const answer = await call(settings, asking.ask(command.args, options));
    if (!answer.ok) {
      console.error(json || !process.stderr.isTTY ? answer.text : answer.message);
      process.exitCode = 1;
      return;
    }
    if (answer.text === '') return;
    const isForPeople = json !== true && process.stdout.isTTY;
    console.log(isForPeople ? forPeople(answer.body, asking.columns) : JSON.stringify(answer.body, null, 2));
  });
}

export interface Answer {
  ok: boolean;
  text: string;
  body: unknown;
  /** Of a refusal. */
  message: string;
}

export async function call(settings: CommandSettings, ask: Ask): Promise<Answer> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(ask.query ?? {}))
    for (const one of [value].flat()) if (one !== undefined) query.append(name, String(one));
  const path = query.size > 0 ? `${ask.path}?${query}` : ask.path;
  const isOpen = ask.credential === '';
  const answer = await fetch(`${settings.operatorUrl}/operator/v1/${path}`, {
    method: ask.method,
    headers: {
      ...(isOpen ? {} : { authorization: `Bearer ${ask.credential ?? credentialOf(settings)}` }),
      ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: ask.body === undefined ? undefined : JSON.stringify(ask.body),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  const body: unknown = isJson ? JSON.parse(text) : text;
  return { ok: answer.ok, text, body, message: messageOf(body) ?? text };
}

function messageOf(body: unknown): string | undefined {
  const error = (body as { error?: { message?: unknown } } | undefined)?.error;
  return typeof error?.message === 'string' ? error.message : undefined;
}
