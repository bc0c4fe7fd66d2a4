import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Command, CommanderError } from 'commander';
import { programOf } from '../src/cli.ts';

const PAGE = join(import.meta.dirname, '../../../docs/reference/commands.md');

class Acts extends Error {}

/** A program that ends where a command would begin to do something. */
function idleProgram(): Command {
  const program = programOf().hook('preAction', () => {
    throw new Acts();
  });
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  for (const one of all(program)) one.configureOutput({ writeOut: () => {}, writeErr: () => {} });
  return program;
}

/** The words of every command, also of those that only lead to others. */
const wordsOf = (command: Command, before: string[] = []): string[][] =>
  command.commands.flatMap((child) => {
    const words = [...before, child.name()];
    return [words, ...wordsOf(child, words)];
  });

/** Whether it does something of its own, called with whatever it wants. */
async function acts(words: string[]): Promise<boolean> {
  const program = idleProgram();
  const command = words.reduce<Command | undefined>(
    (at, word) => at?.commands.find((one) => one.name() === word),
    program,
  );
  const told = command?.registeredArguments.map(({ argChoices }) => argChoices?.[0] ?? '1') ?? [];
  const wanted = command?.options.filter(({ mandatory }) => mandatory) ?? [];
  // A URL is what each of them takes.
  const options = wanted.flatMap(({ long }) => [long ?? '', 'http://127.0.0.1:1/']);
  try {
    await program.parseAsync([...words, ...told, ...options], { from: 'user' });
    return false;
  } catch (error) {
    if (error instanceof Acts) return true;
    // It printed its help.
    assert.ok(error instanceof CommanderError && error.code === 'commander.help', `${words}: ${error}`);
    return false;
  }
}

test('The reference names every command that does something, and no other [OPR-11]', async () => {
  const rows = [...readFileSync(PAGE, 'utf8').matchAll(/^\| `([^`]+)`/gm)].map(([, usage = '']) => usage);
  const named = rows.map((usage) => usage.replace(/ [<[].*$/, ''));
  const found: string[] = [];
  for (const words of wordsOf(programOf())) if (await acts(words)) found.push(words.join(' '));
  assert.ok(found.includes('go-live') && !found.includes('rotate'));
  assert.deepEqual(named, found);
});
