import { type Accent, accentOf } from '../kit/accent.ts';
import { html, type Html, ownMarkup } from '../kit/html.ts';
import type { Card, MailDocument, MailSeller, Mark, Section, Tone } from './document.ts';
import { renderBlocks } from './render-blocks.ts';
import { type Color, font, FONT_FAMILY, headStyles, look } from './style.ts';

const WIDTH = 600;
const TABLE = html`role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"`;
/** Outlook on Windows knows no max-width: it gets a table that is as wide as the mail may be. */
const OUTLOOK_OPEN = ownMarkup(
  `<!--[if mso]><table role="presentation" width="${WIDTH}" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`,
);
const OUTLOOK_CLOSE = ownMarkup('<!--[if mso]></td></tr></table><![endif]-->');

/** A mail as mail programs show it: tables and inline styles, no picture, no script, nothing loaded from anywhere. */
export function renderHtml(document: MailDocument): string {
  return html`<!doctype html>
<html lang="${document.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${document.subject}</title>
<style>${headStyles(accentOfSeller(document))}</style>
</head>
<body ${look({ background: 'ground', css: 'margin:0;padding:0' })}>
<div style="display:none;max-height:0;overflow:hidden">${document.preview}${'\u00a0\u200c'.repeat(60)}</div>
<table ${TABLE}><tr><td align="center" ${look({ background: 'ground' })}>
${OUTLOOK_OPEN}<div lang="${document.language}" role="main" style="max-width:${WIDTH}px;margin:0 auto;text-align:left;font-family:${FONT_FAMILY};-webkit-text-size-adjust:100%;overflow-wrap:break-word">
<table ${TABLE}><tr><td class="edge" style="padding:24px 16px 40px">
${renderHead(document)}
${renderOpening(document)}
${document.sections.map((section) => renderSection(document, section))}
${document.seller && renderSeller(document.seller, accentOfSeller(document))}
<div ${look({ color: 'quiet', css: font(13, 400, 'padding:28px 4px 0') })}>${document.footer}</div>
</td></tr></table>
</div>${OUTLOOK_CLOSE}
</td></tr></table>
</body>
</html>
`.text;
}

function accentOfSeller({ seller }: MailDocument): Accent | undefined {
  return seller?.colour === undefined ? undefined : accentOf(seller.colour);
}

/** How to reach who sold it. */
function renderSeller({ heading, links }: MailSeller, accent: Accent | undefined): Html | undefined {
  if (links.length === 0) return undefined;
  const ours = font(14, 400, accent ? `color:${accent.light.text}` : '');
  return html`<div ${look({ color: 'quiet', css: font(14, 400, 'padding:28px 4px 0') })}>${heading}<br>
${links.map(({ text, url }, at) => html`${at > 0 && ' · '}<a href="${url}" ${look({ color: 'accent-strong', css: ours })}>${text}</a>`)}</div>`;
}

function renderHead({ notice, seller }: MailDocument): Html {
  const band =
    notice !== undefined &&
    html`<table ${TABLE}><tr><td ${look({ background: 'notice-ground', color: 'text', css: font(14, 400, 'border-radius:12px;padding:10px 16px') })}>${notice}</td></tr></table><div style="height:16px;font-size:0;line-height:0">&nbsp;</div>`;
  return html`<div ${look({ color: 'text', css: font(20, 700, 'letter-spacing:-0.02em;padding:0 4px 16px') })}>${seller?.name ?? 'Bly'}</div>${band}`;
}

function renderOpening(document: MailDocument): Html {
  const { mark, title, opening, language } = document;
  return html`<table ${TABLE}><tr><td align="center" ${look({ background: 'card', isRoomy: true, css: 'border-radius:18px;padding:36px 28px 32px;text-align:center' })}>
${renderMark(mark)}
<h1 ${look({ color: 'text', css: font(28, 700, 'letter-spacing:-0.018em;margin:16px 0 14px') })}>${title}</h1>
${renderBlocks(opening, { isCentred: true, isFaded: false, language, accent: accentOfSeller(document) })}
</td></tr></table>`;
}

/** A sign drawn by letters: it is there when pictures are not. */
function renderMark(mark: Mark): Html {
  const { sign, color, background } = MARKS[mark];
  return html`<table role="presentation" align="center" cellpadding="0" cellspacing="0" border="0" style="margin:0 auto"><tr><td align="center" valign="middle" width="56" height="56" aria-hidden="true" ${look({ color, background, css: font(28, 600, 'width:56px;height:56px;border-radius:28px;line-height:56px;text-align:center') })}>${sign}</td></tr></table>`;
}

const MARKS = {
  done: { sign: '✓', color: 'good', background: 'good-ground' },
  part: { sign: '–', color: 'text', background: 'notice-ground' },
  stop: { sign: '!', color: 'bad', background: 'bad-ground' },
  back: { sign: '←', color: 'good', background: 'good-ground' },
  change: { sign: '⇄', color: 'accent-strong', background: 'ground' },
  join: { sign: '+', color: 'accent-strong', background: 'ground' },
} as const satisfies Record<Mark, { readonly sign: string; readonly color: Color; readonly background: Color }>;

function renderSection(document: MailDocument, { heading, cards, note }: Section): Html {
  return html`<h2 ${look({ color: 'text', css: font(20, 600, 'letter-spacing:-0.01em;margin:28px 4px 10px') })}>${heading}</h2>
${cards.map((card, index) => renderCard(document, card, index))}
${note !== undefined && html`<div ${look({ color: 'quiet', css: font(14, 400, 'padding:10px 4px 0') })}>${note}</div>`}`;
}

function renderCard(document: MailDocument, { heading, badge, blocks, isFaded = false }: Card, index: number): Html {
  const gap = index > 0 && html`<div style="height:14px;font-size:0;line-height:0">&nbsp;</div>`;
  const name =
    heading !== undefined && html`<h3 ${look({ color: 'text', css: font(16, 600, 'margin:0') })}>${heading}</h3>`;
  const top =
    (heading !== undefined || badge) &&
    html`<table ${TABLE}><tr><td align="left" valign="middle" style="padding-bottom:16px">${name}</td>${badge && html`<td align="right" valign="middle" style="padding:0 0 16px 12px">${renderBadge(badge)}</td>`}</tr></table>`;
  return html`${gap}<table ${TABLE}><tr><td ${look({ background: 'card', isRoomy: true, css: 'border-radius:18px;padding:24px' })}>
${top}${renderBlocks(blocks, { isCentred: false, isFaded, language: document.language, accent: accentOfSeller(document) })}
</td></tr></table>`;
}

function renderBadge({ text, tone }: NonNullable<Card['badge']>): Html {
  const [color, background] = BADGES[tone];
  return html`<span ${look({ color, background, css: font(13, 600, 'display:inline-block;border-radius:12px;padding:3px 10px') })}>${text}</span>`;
}

const BADGES = {
  plain: ['text', 'ground'],
  quiet: ['quiet', 'ground'],
  strong: ['text', 'ground'],
  good: ['good', 'good-ground'],
  bad: ['bad', 'bad-ground'],
} as const satisfies Record<Tone, readonly [Color, Color]>;
