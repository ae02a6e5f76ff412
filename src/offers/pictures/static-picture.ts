import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../../../web/pictures/', import.meta.url);

/** Every picture of `web/pictures` by its path without `.svg` (`cars/sedan`), read once when the process starts. */
const PICTURES: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.svg'))
    .map((file) => [
      file.slice(0, -'.svg'.length).replaceAll('\\', '/'),
      readFileSync(new URL(file, FOLDER), 'utf8').replaceAll('\n', ''),
    ]),
);

/** The SVG `web/pictures/{name}.svg`. Throws when there is none: names come from code, not from a request. */
export function getPicture(name: string): string {
  const svg = PICTURES.get(name);
  if (svg === undefined) throw new Error(`web/pictures has no ${name}.svg`);
  return svg;
}

/** Replaces each `{{name}}` of an SVG by its value, escaped. Throws when a value is missing. */
export function fillPicture(svg: string, values: Readonly<Record<string, string | number>>): string {
  return svg.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The picture lacks a value for ${name}.`);
    return escapeXml(String(value));
  });
}

/** An index below `count`, always equal for equal texts (32-bit FNV-1a): which of several pictures an id has. */
export function pickIndex(text: string, count: number): number {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (state >>> 8) % count;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
