import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { unpackWoff } from './unpack-woff.ts';

/** The fonts of a weight, each with the letters it has; a letter is set in the first that has it. */
export interface FontSet {
  /** Names by which the document knows them. */
  readonly names: readonly string[];
  readonly fonts: readonly Font[];
}

/** Letters that are missing everywhere stand as the first font's sign for that. */
const FILES = [
  ['noto-sans', 'latin'],
  ['noto-sans', 'latin-ext'],
  ['noto-sans', 'vietnamese'],
  ['noto-sans', 'greek'],
  ['noto-sans', 'cyrillic'],
  ['noto-sans', 'cyrillic-ext'],
  ['noto-sans-jp', 'japanese'],
] as const;

const require = createRequire(import.meta.url);

/** The bytes of the fonts of a weight, by name. */
export function readFonts(weight: 400 | 700): readonly { readonly name: string; readonly bytes: Buffer }[] {
  return FILES.map(([family, part]) => ({
    name: `${family}-${part}-${weight}`,
    bytes: unpackWoff(
      readFileSync(require.resolve(`@fontsource/${family}/files/${family}-${part}-${weight}-normal.woff`)),
    ),
  }));
}

/** Opens fonts to see which letters they have. */
export function openFonts(files: ReturnType<typeof readFonts>): FontSet {
  const fonts = files.map(({ bytes }) => create(bytes)).filter((font): font is Font => 'hasGlyphForCodePoint' in font);
  return { names: files.map(({ name }) => name), fonts };
}

/** A text cut into pieces that one font each can set. */
export function piecesOf({ names, fonts }: FontSet, text: string): readonly { readonly font: string; text: string }[] {
  const pieces: { readonly font: string; text: string }[] = [];
  for (const letter of text) {
    const at = fonts.findIndex((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
    const font = names[Math.max(at, 0)] ?? '';
    const last = pieces.at(-1);
    if (last?.font === font) last.text += letter;
    else pieces.push({ font, text: letter });
  }
  return pieces;
}
