import { renderTable, type Style } from './table.ts';
import { at, type Block, type TableRule, textOf, type Values } from './cells.ts';
import { chooseColumns, isShort } from './choose-columns.ts';
import { TABLE_RULES } from './table-rules.ts';
import { isObject } from '../../platform/text/json-object.ts';

/** How wide the terminal is and how headings stand out in it. */
export interface Screen {
  readonly widthMax: number;
  readonly heading: Style;
  readonly dim: Style;
}

/** What a search says about itself rather than about the answer, and what `notes` shows. */
const HIDDEN: ReadonlySet<string> = new Set(['left_out', 'pagination', 'location']);

/**
 * An answer as a person reads it: its own few fields, then its list as a table. Texts are made harmless for the
 * terminal.
 */
export function presentAnswer(operationId: string, answer: unknown, screen: Screen): string {
  if (!isObject(answer)) return textOf(answer);
  const rule = TABLE_RULES[operationId];
  const listPath = rule?.list ?? theListOf(answer);
  const rows = rowsAt(answer, listPath);
  const owner = listPath === 'booking.items' && isObject(answer['booking']) ? answer['booking'] : answer;
  const parts = [
    ...(rule?.facts === undefined ? keyValues(owner, screen) : pairs(rule.facts(answer), screen)),
    ...blocksOf(answer, rule, rows).map((block) => presentBlock(block, screen)),
    ...(listPath !== undefined && rows.length === 0 ? [screen.dim('Nothing there.')] : []),
    ...notes(answer, rows.length, rule).map(screen.dim),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function blocksOf(answer: Values, rule: TableRule | undefined, rows: readonly Values[]): readonly Block[] {
  const { blocks } = rule ?? {};
  const first =
    blocks === undefined
      ? [{ columns: rule?.columns ?? chooseColumns(rows), rows }]
      : rows.flatMap((row) => blocks(row));
  return [...first, ...(rule?.more ?? []).map(({ list, ...block }) => ({ ...block, rows: rowsAt(answer, list) }))];
}

/** A table under its title and notes; nothing where there is neither a row nor a note. */
function presentBlock(
  { title, columns, rows, notes: reported = [] }: Block,
  { widthMax, heading, dim }: Screen,
): string {
  if (rows.length === 0 && reported.length === 0) return '';
  const table =
    rows.length === 0
      ? []
      : renderTable(
          columns.map((column) => ({ ...column, cells: rows.map((row) => column.read(row)) })),
          widthMax,
          title === undefined ? heading : dim,
        );
  return [...(title === undefined ? [] : [heading(title)]), ...reported.map(dim), ...table].join('\n');
}

/** The fields that are a word, a number or an amount; what a terminal cannot show well stays in --json. */
function keyValues(answer: Values, screen: Screen): readonly string[] {
  const shown = Object.entries(answer).filter(
    ([name, value]) => !HIDDEN.has(name) && !name.endsWith('_token') && isShort(value),
  );
  return pairs(
    shown.map(([name, value]) => [name.replaceAll('_', ' '), textOf(value)]),
    screen,
  );
}

function pairs(facts: readonly (readonly [string, string])[], { heading }: Screen): readonly string[] {
  const shown = facts.filter(([, text]) => text !== '');
  const width = Math.max(0, ...shown.map(([label]) => label.length));
  return shown.length === 0
    ? []
    : [shown.map(([label, text]) => `${heading(label.padEnd(width))}  ${text}`).join('\n')];
}

function theListOf(answer: Values): string | undefined {
  const lists = Object.entries(answer).filter(
    ([, value]) => Array.isArray(value) && (value.length === 0 || value.some(isObject)),
  );
  return lists.length > 0 ? lists.toSorted(([, a], [, b]) => lengthOf(b) - lengthOf(a))[0]?.[0] : undefined;
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function rowsAt(answer: Values, path: string | undefined): readonly Values[] {
  const found = path === undefined ? [] : at(answer, path);
  if (isObject(found)) return [found];
  return Array.isArray(found) ? found.filter(isObject) : [];
}

function notes(answer: Values, count: number, rule: TableRule | undefined): readonly string[] {
  const token = at(answer, 'pagination.next_page_token') ?? answer['next_page_token'];
  const next = typeof token === 'string' ? `--page-token ${token}` : rule?.nextPage?.(answer);
  const reported = rule?.facts !== undefined && Array.isArray(answer['notes']) ? answer['notes'].map(textOf) : [];
  const lines = [
    ...reported,
    ...(count > 0 && rule?.hint !== undefined ? [rule.hint] : []),
    ...(next === undefined ? [] : [`More: ${next}`]),
  ];
  return lines.length === 0 ? [] : [lines.join('\n')];
}
