import { type Html, html } from '../../../web/kit/html.ts';

/**
 * Tokens that are coloured, by language: comments, strings and words, in the order they are looked for.
 */
const SHELL =
  /(?<comment>(?<=^|\s)#.*$)|(?<string>"(?:\\[\s\S]|[^"\\])*"|'[^']*')|(?<word>\b(?:curl|export|if|then|fi|for|do|done|while)\b)/gm;
const SCRIPT =
  /(?<comment>\/\/.*$)|(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`)|(?<word>\b(?:const|let|import|from|export|function|async|await|return|if|else|for|of|new|throw|true|false|undefined|null)\b)/gm;
const JSON_TEXT = /(?<word>"(?:\\.|[^"\\])*"(?=\s*:))|(?<string>"(?:\\.|[^"\\])*")/gm;
const GRAMMARS: Readonly<Record<string, RegExp>> = {
  sh: SHELL,
  bash: SHELL,
  shell: SHELL,
  console: SHELL,
  js: SCRIPT,
  mjs: SCRIPT,
  javascript: SCRIPT,
  ts: SCRIPT,
  typescript: SCRIPT,
  json: JSON_TEXT,
};

/**
 * Code with its comments, strings and words marked; of a language that is not known, as it is. Its text is unchanged:
 * what is copied is what was written.
 */
export function highlightCode(code: string, language: string): Html {
  const grammar = GRAMMARS[language];
  if (grammar === undefined) return html`${code}`;
  const parts: Html[] = [];
  let end = 0;
  for (const match of code.matchAll(grammar)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0] ?? '';
    parts.push(html`${code.slice(end, match.index)}<span class="${kind}">${match[0]}</span>`);
    end = match.index + match[0].length;
  }
  return html`${parts}${code.slice(end)}`;
}
