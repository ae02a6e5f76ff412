import { html, type Html } from '../kit/html.ts';
import type { Accent } from '../kit/accent.ts';
import type { Block, Line, Place, Row, Tone, MailText } from './document.ts';
import { type Color, font, look } from './style.ts';

/**
 * How blocks of a card look: in the middle under the title, or from the left in a card; faded where it is no longer
 * booked.
 */
export interface BlockLook {
  readonly isCentred: boolean;
  readonly isFaded: boolean;
  readonly language: string;
  /** The seller's colour, in place of the page's own. */
  readonly accent?: Accent | undefined;
}
/** One block of a card. */
interface Piece<K extends Block['kind']> {
  readonly block: Extract<Block, { readonly kind: K }>;
  readonly blockLook: BlockLook;
}

const TONES = { plain: 'text', quiet: 'quiet', strong: 'text', good: 'good', bad: 'bad' } as const satisfies Record<
  Tone,
  Color
>;
const TEXT_SIZE = 16;
const SMALL_SIZE = 14;
/** Tables that only place things say so to screen readers. */
const TABLE = html`role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"`;

/** Blocks one below the other. */
export function renderBlocks(blocks: readonly Block[], blockLook: BlockLook): Html {
  return html`${blocks.map(
    (
      block,
      index,
    ) => html`<div style="padding-top:${index === 0 ? '0' : gapBefore(block)}">${renderBlock(block, blockLook)}</div>
`,
  )}`;
}

/** A sentence of ours, or a supplier's words, which are said to be English where the mail is not. */
function renderTexts(texts: MailText, language: string): Html {
  if (typeof texts === 'string') return html`${texts}`;
  return language === 'en' ? html`${texts.english}` : html`<span lang="en">${texts.english}</span>`;
}

function gapBefore(block: Block): string {
  switch (block.kind) {
    case 'title':
      return '20px';
    case 'rule':
      return '22px';
    case 'flight':
      return '10px';
    case 'number':
      return '18px';
    case 'button':
      return '20px';
    case 'lines':
    case 'list':
    case 'box':
    case 'rows':
    case 'steps':
    case 'places':
    case 'links':
      return '16px';
    default:
      return block satisfies never;
  }
}

function renderBlock(block: Block, blockLook: BlockLook): Html {
  switch (block.kind) {
    case 'lines':
      return html`${block.lines.map((line, index) => renderLine(line, { ...blockLook, size: TEXT_SIZE, css: index === 0 ? '' : 'padding-top:10px' }))}`;
    case 'list':
      return renderList({ block, blockLook });
    case 'box':
      return renderBox({ block, blockLook });
    case 'rows':
      return renderRows({ block, blockLook });
    case 'title':
      return renderTitle({ block, blockLook });
    case 'flight':
      return renderFlight({ block, blockLook });
    case 'steps':
      return renderSteps({ block, blockLook });
    case 'places':
      return renderPlaces({ block, blockLook });
    case 'number':
      return renderNumber({ block, blockLook });
    case 'links':
      return html`<div ${look({ color: 'quiet', css: font(SMALL_SIZE) })}>${block.heading}</div>${block.links.map(({ text, url }) => html`<div style="padding-top:6px"><a href="${url}" ${look({ color: 'accent-strong', css: font(TEXT_SIZE, 400, blockLook.accent && `color:${blockLook.accent.light.text}`) })}>${text}</a></div>`)}`;
    case 'button':
      return renderButton({ block, blockLook });
    case 'rule':
      return html`<div ${look({ border: 'line', css: 'border-top-width:1px;border-top-style:solid;font-size:0;line-height:0' })}>&nbsp;</div>`;
    default:
      return block satisfies never;
  }
}

interface LineLook extends BlockLook {
  readonly size: number;
  readonly css?: string;
}

function renderLine({ tone, parts }: Line, { size, css, isFaded, language }: LineLook): Html {
  const texts = parts.map((part, index) => html`${index > 0 && ' · '}${renderTexts(part, language)}`);
  const color = isFaded ? 'quiet' : TONES[tone];
  return html`<div ${look({ color, css: font(size, tone === 'strong' ? 600 : 400, css) })}>${texts}</div>`;
}

function smallHeading(text: string): Html {
  return html`<div ${look({ color: 'quiet', css: font(SMALL_SIZE, 500, 'padding-bottom:4px') })}>${text}</div>`;
}

function renderList({ block, blockLook }: Piece<'list'>): Html {
  const rows = block.entries.map(
    ({ line, note }) => html`<tr>
${block.hasTicks && html`<td width="22" valign="top" aria-hidden="true" ${look({ color: line.tone === 'quiet' ? 'quiet' : 'good', css: font(15, 600, 'padding:2px 0') })}>${line.tone === 'quiet' ? '–' : '✓'}</td>`}
<td valign="top" style="padding:2px 0">${renderLine(line, { ...blockLook, size: 15 })}${note && renderLine(note, { ...blockLook, size: SMALL_SIZE })}</td>
</tr>`,
  );
  return html`${smallHeading(block.heading)}<table ${TABLE}>${rows}</table>`;
}

function renderBox({ block, blockLook }: Piece<'box'>): Html {
  const lines = block.lines.map((line, index) =>
    renderLine(line, {
      ...blockLook,
      size: line.tone === 'plain' ? TEXT_SIZE : SMALL_SIZE,
      css: index > 0 && line.tone === 'plain' ? 'padding-top:8px' : '',
    }),
  );
  return html`<table ${TABLE}><tr><td align="${blockLook.isCentred ? 'center' : 'left'}" ${look({ background: 'ground', css: 'border-radius:12px;padding:14px 16px' })}>${lines}</td></tr></table>`;
}

function renderRows({ block, blockLook }: Piece<'rows'>): Html {
  const heading = block.heading === undefined ? undefined : smallHeading(block.heading);
  const note =
    block.note !== undefined &&
    html`<div ${look({ color: 'quiet', css: font(SMALL_SIZE, 400, 'padding-top:10px') })}>${block.note}</div>`;
  return html`<div style="text-align:left">${heading}${block.rows.map((row) => renderRow(row, blockLook))}${note}</div>`;
}

function renderRow({ label, notes = [], value, weight }: Row, { language }: BlockLook): Html {
  const isTotal = weight === 'total';
  const [size, css] = isTotal
    ? [21, 'padding:14px 0 0;letter-spacing:-0.015em']
    : [weight === 'part' ? SMALL_SIZE : TEXT_SIZE, weight === 'part' ? 'padding:1px 0' : 'padding:7px 0'];
  const color: Color = weight === 'normal' || isTotal ? 'text' : 'quiet';
  const cell = (more: string): Html =>
    look({
      color,
      ...(isTotal ? { border: 'line' } : {}),
      css: font(
        size,
        isTotal ? 700 : 400,
        `${css};vertical-align:top;${more}${isTotal ? ';border-top-width:1px;border-top-style:solid' : ''}`,
      ),
    });
  const small = notes.map(
    (note) =>
      html`<div ${look({ color: weight === 'off' && note === notes.at(-1) ? 'bad' : 'quiet', css: font(SMALL_SIZE) })}>${renderTexts(note, language)}</div>`,
  );
  // A table for each row: a wide total must not make the names above it narrow.
  return html`<table ${TABLE}><tr>
<td align="left" width="100%" ${cell(weight === 'part' ? 'padding-left:16px' : '')}>${renderTexts(label, language)}${small}</td>
<td align="right" ${cell('padding-left:16px;white-space:nowrap')}>${weight === 'off' ? html`<s>${value}</s>` : value}</td>
</tr></table>`;
}

function renderTitle({ block, blockLook }: Piece<'title'>): Html {
  const small = (line: Line): Html => renderLine(line, { ...blockLook, size: SMALL_SIZE });
  return html`${block.above.map(small)}
<div ${look({ color: blockLook.isFaded ? 'quiet' : 'text', css: font(19, 600, 'letter-spacing:-0.01em;padding:2px 0') })}>${block.text}</div>
${block.below.map(small)}`;
}

function renderFlight({ block, blockLook }: Piece<'flight'>): Html {
  const color: Color = blockLook.isFaded ? 'quiet' : 'text';
  const end = (
    at: typeof block.from,
    align: 'left' | 'right',
  ): Html => html`<td align="${align}" valign="top" width="80" style="text-align:${align}">
<div ${look({ color, css: font(26, 600, 'letter-spacing:-0.02em;white-space:nowrap') })}>${at.time}</div>
<div ${look({ color: 'quiet', css: font(15) })}>${at.code}</div></td>`;
  return html`<table ${TABLE}><tr>
${end(block.from, 'left')}
<td align="center" valign="top" style="padding:0 12px">
<table ${TABLE}><tr><td ${look({ border: 'field', css: 'height:15px;font-size:0;line-height:0;border-bottom-width:1px;border-bottom-style:solid' })}>&nbsp;</td></tr></table>
<div ${look({ color: 'quiet', css: font(13, 400, 'padding-top:6px;text-align:center') })}>${block.duration}</div>
</td>
${end(block.to, 'right')}
</tr></table>
<table ${TABLE}><tr>${block.notes.map((line, index) => html`<td align="${index === 0 ? 'left' : 'right'}" valign="top" style="padding-top:4px">${renderLine(line, { ...blockLook, size: SMALL_SIZE })}</td>`)}</tr></table>`;
}

function renderSteps({ block, blockLook }: Piece<'steps'>): Html {
  return html`<table ${TABLE}>${block.steps.map((step, index) => html`<tr><td ${look({ border: 'line', css: `border-left-width:2px;border-left-style:solid;padding:${index === 0 ? 0 : 12}px 0 0 14px` })}>${step.map((line) => renderLine(line, { ...blockLook, size: 15 }))}</td></tr>`)}</table>`;
}

function renderPlaces({ block, blockLook }: Piece<'places'>): Html {
  const cell = (
    { name, lines }: Place,
    index: number,
  ): Html => html`<td valign="top" width="50%" class="half${index > 0 && ' l-line'}" style="padding:12px 16px;vertical-align:top${index > 0 && ';border-left:1px solid #d8d8de'}">
<div ${look({ color: 'quiet', css: font(13) })}>${name}</div>${lines.map((line) => renderLine(line, { ...blockLook, size: line.tone === 'quiet' ? SMALL_SIZE : 15 }))}</td>`;
  return html`<table ${TABLE}><tr><td ${look({ background: 'ground', css: 'border-radius:12px' })}><table ${TABLE}><tr>${block.places.map(cell)}</tr></table></td></tr></table>`;
}

/** A table cell with a ground of its own: mail programs that know little CSS show it as a button, too. */
function renderButton({ block, blockLook }: Piece<'button'>): Html {
  const link = look({
    color: 'on-accent',
    css: font(
      TEXT_SIZE,
      600,
      `display:block;padding:14px 24px;text-decoration:none;text-align:center${blockLook.accent ? `;color:${blockLook.accent.light.onGround}` : ''}`,
    ),
  });
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"${blockLook.isCentred && html` align="center" style="margin:0 auto"`}><tr><td align="center" ${look({ background: 'accent', css: `border-radius:14px${blockLook.accent ? `;background-color:${blockLook.accent.light.ground}` : ''}` })}><a href="${block.url}" ${link}>${block.text}</a></td></tr></table>`;
}

function renderNumber({ block, blockLook }: Piece<'number'>): Html {
  const isLarge = block.size === 'large';
  const value = look({
    color: 'text',
    css: font(isLarge ? 28 : 16, 700, `letter-spacing:${isLarge ? '0.04em' : '0.06em'};white-space:nowrap`),
  });
  const label = look({ color: 'quiet', css: font(SMALL_SIZE) });
  return html`<table ${TABLE}><tr><td align="${blockLook.isCentred ? 'center' : 'left'}" ${look({ background: 'ground', css: `border-radius:12px;padding:${isLarge ? '16px' : '12px 16px'}` })}><div ${label}>${block.label}</div><div ${value}>${block.value}</div></td></tr></table>`;
}
