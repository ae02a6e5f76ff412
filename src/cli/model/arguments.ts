import type { Given } from './input.ts';

/** The words of a command line, with what names places in lists taken out of them. */
export interface SplitArguments {
  readonly rest: readonly string[];
  readonly given: readonly Given[];
}

const LONG_OPTION = /^--([A-Za-z0-9_.-]+)(=[\s\S]*)?$/;

/**
 * Option names may be written as the contract has them (`--departure_date`). `--travelers.0.first-name Ada` names a
 * place in a list, of which there are as many as somebody wants: no list of options can hold them, so they are read
 * here.
 */
export function splitArguments(texts: readonly string[]): SplitArguments {
  const rest: string[] = [];
  const given: Given[] = [];
  for (let index = 0; index < texts.length; index += 1) {
    const word = texts[index] ?? '';
    if (word === '--') return { rest: [...rest, ...texts.slice(index)], given };
    const [, name = '', reported] = LONG_OPTION.exec(word) ?? [];
    const path = name.split('.');
    if (!path.slice(1).some((step) => /^\d{1,2}$/.test(step))) {
      rest.push(name === '' ? word : `--${name.replaceAll('_', '-')}${reported ?? ''}`);
      continue;
    }
    given.push({
      path: path.map((step) => step.replaceAll('-', '_')),
      value: reported === undefined ? (texts[index + 1] ?? '') : reported.slice(1),
    });
    if (reported === undefined) index += 1;
  }
  return { rest, given };
}

/**
 * Where the first word is that is no option: the command. `valued` are the options before it that take the next word.
 */
export function commandIn(texts: readonly string[], valued: ReadonlySet<string>): number | undefined {
  for (let index = 0; index < texts.length; index += 1) {
    const word = texts[index] ?? '';
    if (!word.startsWith('-')) return index;
    if (valued.has(word)) index += 1;
  }
  return undefined;
}
