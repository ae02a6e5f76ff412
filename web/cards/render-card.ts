import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, ownMarkup } from '../kit/html.ts';

/** The cards there are, and what each is called where it is listed. */
export const CARD_TITLES = {
  offers: 'Offers to choose from',
  trip: 'A trip and its quote',
  approval: 'What an agent asks to buy',
} as const;
export type CardName = keyof typeof CARD_TITLES;

const SHARED_SCRIPTS = ['dom', 'host', 'parts'] as const;
const style = readFileSync(new URL('cards.css', import.meta.url), 'utf8');

/**
 * A card as one page that needs nothing else. Its policy names the digests of its own style and script: neither markup
 * in the data nor a host that is too generous lets anything more run, load, submit or connect.
 */
export function renderCard(name: CardName): string {
  const script = `(() => {\n'use strict';\n${[...SHARED_SCRIPTS, name].map(readScript).join('\n')}\n})();`;
  const policy = [
    "default-src 'none'",
    `style-src '${digestOf(style)}'`,
    `script-src '${digestOf(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${CARD_TITLES[name]}</title>
<style>${ownMarkup(style)}</style>
</head>
<body>
<main id="card"><p class="quiet" role="status">Waiting for the answer…</p></main>
<script>${ownMarkup(script)}</script>
</body>
</html>
`.text;
}

/** A file of a card's script without what only readers and modules need: they all stand in one script. */
function readScript(name: string): string {
  return readFileSync(new URL(`browser/${name}.js`, import.meta.url), 'utf8')
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/^export /gm, '')
    .replaceAll(/^ *(?:\/\/|\/\*|\*).*$/gm, '')
    .replaceAll(/^ +/gm, '')
    .replaceAll(/\n{2,}/g, '\n');
}

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
