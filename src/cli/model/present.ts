import { isObject } from '../../mcp/model/json-schema.ts';
import { renderTable, type Style } from './table.ts';
import { at, type ColumnRule, moneyOf, TABLE_RULES, textOf } from './table-rules.ts';

type Values = Readonly<Record<string, unknown>>;

/** How wide the terminal is and how headings stand out in it. */
export interface Screen {
  readonly widthMax: number;
  readonly heading: Style;
  readonly dim: Style;
}

const listColumnsMax = 7;
/** What a search says about itself rather than about the answer, and what `notes` shows. */
const HIDDEN: ReadonlySet<string> = new Set(['left_out', 'pagination', 'location']);

/** An answer as a person reads it: its own few fields, then its list as a table. Texts are made harmless for the terminal. */
export function presentAnswer(operationId: string, answer: unknown, screen: Screen): string {
  if (!isObject(answer)) return textOf(answer);
  const rule = TABLE_RULES[operationId];
  const listPath = rule?.list ?? theListOf(answer);
  const rows = rowsAt(answer, listPath);
  const owner = listPath === 'booking.items' && isObject(answer['booking']) ? answer['booking'] : answer;
  const table = (columns: readonly ColumnRule[], entries: readonly Values[]): string =>
    entries.length === 0 ? '' : renderTable(columns.map((column) => ({ ...column, cells: entries.map((row) => column.read(row)) })), screen.widthMax, screen.heading).join('\n');
  const parts = [
    ...keyValues(owner, screen), table(rule?.columns ?? columnsOf(rows), rows),
    ...(rule?.second === undefined ? [] : [table(rule.second.columns, rowsAt(answer, rule.second.list))]),
    ...(listPath !== undefined && rows.length === 0 ? [screen.dim('Nothing there.')] : []),
    ...notes(answer, rows.length, rule?.hint).map(screen.dim),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The fields that are a word, a number or an amount; what a terminal cannot show well stays in --json. */
function keyValues(answer: Values, { heading }: Screen): readonly string[] {
  const shown = Object.entries(answer).filter(([name, value]) => !HIDDEN.has(name) && !name.endsWith('_token') && isShort(value));
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  return shown.length === 0 ? [] : [shown.map(([name, value]) => `${heading(name.replaceAll('_', ' ').padEnd(width))}  ${textOf(value)}`).join('\n')];
}

function isShort(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  if (Array.isArray(value)) return value.length > 0 && value.every((element) => typeof element !== 'object');
  return isObject(value) ? moneyOf(value) !== undefined || (Object.keys(value).length > 0 && Object.values(value).every((element) => element === null || typeof element !== 'object')) : true;
}

function theListOf(answer: Values): string | undefined {
  const lists = Object.entries(answer).filter(([, value]) => Array.isArray(value) && (value.length === 0 || value.some(isObject)));
  return lists.length > 0 ? lists.toSorted(([, a], [, b]) => lengthOf(b) - lengthOf(a))[0]?.[0] : undefined;
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function rowsAt(answer: Values, path: string | undefined): readonly Values[] {
  const found = path === undefined ? [] : at(answer, path);
  return Array.isArray(found) ? found.filter(isObject) : [];
}

function columnsOf(rows: readonly Values[]): readonly ColumnRule[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => rows.some((row) => isShort(row[name])));
  return names.slice(0, listColumnsMax).map((name) => ({ header: name.replaceAll('_', ' '), isWhole: /(?:^|_)(?:id|ref|key|secret)$/.test(name), read: (row: Values) => textOf(row[name]) }));
}

function notes(answer: Values, count: number, hint: string | undefined): readonly string[] {
  const token = at(answer, 'pagination.next_page_token') ?? answer['next_page_token'];
  const lines = [...(count > 0 && hint !== undefined ? [hint] : []), ...(typeof token === 'string' ? [`More: --page-token ${token}`] : [])];
  return lines.length === 0 ? [] : [lines.join('\n')];
}
