import { HeadingIds } from '../model/heading-ids.ts';

/** Of Unicode's private use: stands in no document, and marks where a block of code was. */
const mark = '\uE000';

/** A part of a document below one heading. */
export interface Section {
  /** Of the page; empty for what stands before the second heading. */
  readonly anchor: string;
  readonly title: string;
  /** Prose without its markup. */
  readonly text: string;
  readonly code: string;
}

/** A Markdown document by its headings, with the anchors that its page gives them. */
export function splitSections(markdown: string): readonly Section[] {
  const ids = new HeadingIds();
  const code: string[] = [];
  const prose = markdown.replaceAll(/^```.*\n([\s\S]*?)^```$/gm, (_block, inner: string) => {
    code.push(inner);
    return `${mark}${code.length - 1}${mark}`;
  });
  return prose
    .split(/^(?=#{1,4} )/m)
    .filter((part) => part.startsWith('#'))
    .map((part) => {
      const [, hashes = '', heading = '', rest = ''] = /^(#+) (.+)\n?([\s\S]*)$/.exec(part) ?? [];
      return {
        anchor: hashes.length === 1 ? '' : ids.of(heading),
        title: plain(heading),
        text: plain(rest.replaceAll(/\uE000\d+\uE000/g, ' ')),
        code: [...rest.matchAll(/\uE000(\d+)\uE000/g)].map(([, index]) => code[Number(index)] ?? '').join(' '),
      };
    });
}

function plain(text: string): string {
  return text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]|^-+\s/gm, ' ')
    .replaceAll(/-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
