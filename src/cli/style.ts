import { styleText } from 'node:util';

/** Makes a text stand out on standard output: where a terminal shows it or FORCE_COLOR asks for it, and never against NO_COLOR. */
export function styled(format: Parameters<typeof styleText>[0], text: string): string {
  return process.env['NO_COLOR'] ? text : styleText(format, text);
}
