import { Argument, type Command } from 'commander';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** A command with what may follow it. */
interface Completion {
  readonly name: string;
  readonly summary: string;
  /** Names of commands below it, and its long options. */
  readonly texts: readonly string[];
}

/** Adds `completion`: a script for a shell, out of the commands themselves (commander has none). */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('a script that completes commands and options: bash, zsh or fish')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText(
      'after',
      '\nbash: source <(bly completion bash)    zsh: source <(bly completion zsh)    fish: bly completion fish | source',
    )
    .action((shell: Shell) => {
      console.log(scriptFor(shell, program.commands.map(describe)));
    });
}

function describe(command: Command): Completion {
  const below = command.commands.map((child) => child.name());
  const options = command.options.flatMap(({ long }) => (typeof long === 'string' ? [long] : []));
  return {
    name: command.name(),
    summary: command.summary() || command.description(),
    texts: [...below, ...options, '--help'],
  };
}

function scriptFor(shell: Shell, commands: readonly Completion[]): string {
  switch (shell) {
    case 'bash':
      return bashScript(commands);
    case 'zsh':
      return `autoload -Uz bashcompinit && bashcompinit\n${bashScript(commands)}`;
    case 'fish':
      return fishScript(commands);
    default:
      return shell satisfies never;
  }
}

/**
 * The first word that is no option is the command; names hold letters, digits, dots and dashes only, so nothing needs
 * quoting.
 */
function bashScript(commands: readonly Completion[]): string {
  const cases = commands.map(({ name, texts }) => `    ${name}) words="${texts.join(' ')}" ;;`).join('\n');
  return `_bly() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command="" words word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) command="$word"; break ;; esac
  done
  case "$command" in
    "") words="${commands.map(({ name }) => name).join(' ')}" ;;
${cases}
    *) words="" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _bly bly`;
}

function fishScript(commands: readonly Completion[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap(({ name, summary, texts }) => [
    `complete -c bly -f -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ...texts.map(
      (word) =>
        `complete -c bly -n '__fish_seen_subcommand_from ${name}' ${word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`}`,
    ),
  ]);
  return lines.join('\n');
}
