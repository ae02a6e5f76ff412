import type { Block, Card, Line, MailDocument, MailSeller, Row, Section, MailText } from './document.ts';
import { mailMessagesOf } from './messages.ts';

/** A mail for programs that show no HTML, and for people who do not want any. */
export function renderText(document: MailDocument): string {
  const { colon } = mailMessagesOf(document.language);
  const parts = [
    document.notice,
    [document.title, underline(document.title, '=')].join('\n'),
    ...renderBlocks(document.opening, colon),
    ...document.sections.flatMap((section) => renderSection(section, colon)),
    `--\n${document.footer}`,
    ...(document.seller ? renderSeller(document.seller, colon) : []),
  ];
  return `${parts
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n')
    .replace(/[\u00a0\u202f]/g, ' ')}\n`;
}

/** Who sold it, and how to reach them. */
function renderSeller({ name, heading, links }: MailSeller, colon: string): readonly string[] {
  const lines = links.map(({ text, url }) => (url.endsWith(`:${text}`) ? text : `${text}${colon}${url}`));
  return [[textOf(lines.length === 0 ? name : heading), ...lines].join('\n')];
}

function renderSection({ heading, cards, note }: Section, colon: string): readonly string[] {
  return [
    [heading, underline(heading, '-')].join('\n'),
    ...cards.flatMap((card) => renderCard(card, colon)),
    ...(note === undefined ? [] : [note]),
  ];
}

function renderCard({ heading, badge, blocks }: Card, colon: string): readonly string[] {
  const name = [heading, badge?.text].filter((part) => part !== undefined).join(' · ');
  return [...(name === '' ? [] : [name]), ...renderBlocks(blocks, colon)];
}

function renderBlocks(blocks: readonly Block[], colon: string): readonly string[] {
  return blocks.map((block) => renderBlock(block, colon).join('\n')).filter((text) => text !== '');
}

function renderBlock(block: Block, colon: string): readonly string[] {
  switch (block.kind) {
    case 'lines':
      return block.lines.map(textOfLine);
    case 'box':
      return block.lines.map((line) => `  ${textOfLine(line)}`);
    case 'list':
      return [
        block.heading,
        ...block.entries.map(({ line, note }) => `- ${textOfLine(line)}${note ? ` (${textOfLine(note)})` : ''}`),
      ];
    case 'rows':
      return [
        ...(block.heading === undefined ? [] : [block.heading]),
        ...block.rows.flatMap((row) => renderRow(row, colon)),
        ...(block.note === undefined ? [] : [block.note]),
      ];
    case 'title':
      return [...block.above.map(textOfLine), block.text, ...block.below.map(textOfLine)];
    case 'flight':
      return [
        `${block.from.time} ${block.from.code} → ${block.to.time} ${block.to.code} (${[block.duration, ...block.notes.map(textOfLine)].join(', ')})`,
      ];
    case 'steps':
      return block.steps.flatMap((step) =>
        step.map((line, index) => `${index === 0 ? '* ' : '  '}${textOfLine(line)}`),
      );
    case 'places':
      return block.places.map(({ name, lines }) => `${name}${colon}${lines.map(textOfLine).join(', ')}`);
    case 'number':
      return [`${block.label}${colon}${block.value}`];
    case 'button':
      return [`${block.text}${colon}${block.url}`];
    case 'links':
      return block.links.map(({ text, url }) => `${text}${colon}${url}`);
    case 'rule':
      return [];
    default:
      return block satisfies never;
  }
}

function renderRow({ label, notes = [], value, weight }: Row, colon: string): readonly string[] {
  const name = [label, ...notes]
    .map(textOf)
    .filter((part) => part !== '')
    .join(' · ');
  return [`${weight === 'part' ? '  ' : ''}${name}${colon}${weight === 'off' ? `(${value})` : value}`];
}

function textOfLine({ parts }: Line): string {
  return parts.map(textOf).join(' · ');
}

/** A line break inside somebody's name must not begin a line of its own. */
function textOf(texts: MailText): string {
  return (typeof texts === 'string' ? texts : texts.english).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** As wide as its title: Japanese letters take two columns. */
function underline(title: string, character: string): string {
  return character.repeat(
    [...title].reduce((columns, letter) => columns + (/[\u3000-\u9fff\uff00-\uffef]/.test(letter) ? 2 : 1), 0),
  );
}
