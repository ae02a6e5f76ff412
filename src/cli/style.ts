import { styleText } from 'node:util';

/**
 * Makes a text stand out on standard output: where a terminal shows it or FORCE_COLOR asks for it, and never against
 * NO_COLOR.
 */
export function styled(format: Parameters<typeof styleText>[0], text: string): string {
  return process.env['NO_COLOR'] ? text : styleText(format, text);
}

/**
 * A failure as standard error shows it: the code it begins with stands out, where that is a terminal that shows
 * colours.
 */
export function styledFailure(message: string): string {
  return message.replace(/^(?:[A-Z]+(?:_[A-Z]+)*|HTTP \d+)(?=: )/, (code) =>
    process.env['NO_COLOR'] ? code : styleText(['red', 'bold'], code, { stream: process.stderr }),
  );
}
