import { Argument, type Command } from 'commander';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** `pappel completion SHELL`: what the shell offers after each word, made of the commands themselves. */
export function completionCommand(program: Command): void {
  program
    .command('completion')
    .description('a script that completes `pappel` in your shell')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell: Shell) => console.log(SCRIPTS[shell](wordsOf(program))));
}

/** By the words before, what may come next. */
type Words = Map<string, string[]>;

function wordsOf(command: Command, before = ''): Words {
  const next = [
    ...command.commands.map((one) => one.name()),
    ...command.options.map(({ long }) => long ?? '').filter(Boolean),
  ];
  const own: Words = new Map([[before, next]]);
  const inner = command.commands.flatMap((one) => [...wordsOf(one, `${before} ${one.name()}`.trim())]);
  return new Map([...own, ...inner].filter(([, words]) => words.length > 0));
}

const cases = (words: Words): string =>
  [...words].map(([before, next]) => `    '${before}') next='${next.join(' ')}' ;;`).join('\n');

const bash = (words: Words): string => `_pappel() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="" next="" i
  for ((i = 1; i < COMP_CWORD && i < 3; i++)); do before="\${before:+$before }\${COMP_WORDS[i]}"; done
  case "$before" in
${cases(words)}
  esac
  COMPREPLY=($(compgen -W "$next" -- "$word"))
}
complete -F _pappel pappel`;

const SCRIPTS: Record<Shell, (words: Words) => string> = {
  bash,
  zsh: (words) => `autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`,
  fish: (words) =>
    [...words]
      .map(([before, next]) => {
        const at =
          before === ''
            ? '__fish_use_subcommand'
            : `string match -q -- '${before}*' (commandline -cp | string replace -r '^\\S+ ' '')`;
        return `complete -c pappel -f -n "${at}" -a '${next.join(' ')}'`;
      })
      .join('\n'),
};
