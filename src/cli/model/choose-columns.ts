import { type ColumnRule, moneyOf, textOf, timeAt, type Values } from './cells.ts';
import { isObject } from '../../platform/text/json-object.ts';

const listColumnsMax = 7;
/** For a program: an address, a place on the map, how an amount was converted, how well an entry fits the search. */
const UNWANTED_NAME = /(?:^|_)(?:url|image|photo|thumbnail|logo|latitude|longitude|conversion|conversion_rate|score)$/;
const ID_NAME = /(?:^|_)id$/;
/** A secret that is shown once, a reference by which people call a thing, and what happened are never cut. */
const WHOLE_NAME = /(?:^|_)(?:ref|key|secret|status|action)$/;
const TELLING_NAME = /(?:^|_)(?:name|title|label|email|status|type|kind|role|action|event|code)$/;
const TIME = /^\d{4}-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}.*)?)?$/;

/** What a field of a list is worth, the best first. */
type Worth = 'own_id' | 'telling' | 'plain' | 'other_id' | 'list';
interface Field {
  readonly name: string;
  readonly worth: Worth;
  /** What the entries that have the field say. */
  readonly values: readonly unknown[];
}
const RANK: Readonly<Record<Worth, number>> = { own_id: 0, telling: 1, plain: 2, other_id: 3, list: 4 };

/**
 * The columns of a list that has no rule: at most seven of its fields, in their own order. The entry's own id, dates,
 * amounts, names and states come before anything else; ids of other things, how long a list is and what only a program
 * can use come last or not at all. Times and amounts are never cut.
 */
export function chooseColumns(rows: readonly Values[]): readonly ColumnRule[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const ownId = names.find((name) => ID_NAME.test(name));
  const fields = names.flatMap((name): readonly Field[] => {
    const values = rows.map((row) => row[name]).filter((value) => !isAbsent(value));
    const worth = values.length === 0 ? undefined : worthOf(name, { values, isOwnId: name === ownId });
    return worth === undefined ? [] : [{ name, worth, values }];
  });
  const wanted = fields.filter((field) => !isUnwanted(field));
  const best = new Set(wanted.toSorted((a, b) => RANK[a.worth] - RANK[b.worth]).slice(0, listColumnsMax));
  return (wanted.length === 0 ? fields : wanted.filter((field) => best.has(field))).map(columnOf);
}

/** A word, a number, an amount or a few of them: what a terminal can show. */
export function isShort(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  if (Array.isArray(value)) return value.length > 0 && value.every((element) => typeof element !== 'object');
  return isObject(value)
    ? moneyOf(value) !== undefined ||
        (Object.keys(value).length > 0 &&
          Object.values(value).every((element) => element === null || typeof element !== 'object'))
    : true;
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function isUnwanted({ name, worth, values }: Field): boolean {
  return (
    UNWANTED_NAME.test(name) ||
    name.endsWith('_token') ||
    (worth === 'other_id' && isRepeated(values)) ||
    values.every((value) => (isObject(value) ? 'latitude' in value : /^https?:\/\//.test(String(value))))
  );
}

function worthOf(
  name: string,
  { values, isOwnId }: { readonly values: readonly unknown[]; readonly isOwnId: boolean },
): Worth | undefined {
  if (isOwnId) return 'own_id';
  if (ID_NAME.test(name)) return 'other_id';
  if (values.some(isShort)) return TELLING_NAME.test(name) || isTimes(values) || isMoney(values) ? 'telling' : 'plain';
  return values.some(Array.isArray) ? 'list' : undefined;
}

function isRepeated(values: readonly unknown[]): boolean {
  return values.length > 1 && values.every((value) => value === values[0]);
}

function isTimes(values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string' && TIME.test(value));
}

function isMoney(values: readonly unknown[]): boolean {
  return values.every((value) => isObject(value) && moneyOf(value) !== undefined);
}

function columnOf({ name, worth, values }: Field): ColumnRule {
  const [areTimes, areMoney] = [isTimes(values), isMoney(values)];
  return {
    header: name.replaceAll('_', ' '),
    isWhole: areTimes || areMoney || WHOLE_NAME.test(name),
    isSpare: worth === 'other_id' || worth === 'list',
    isRight: areMoney,
    read: areTimes ? (row) => timeAt(row, name) : (row) => textOf(row[name]),
  };
}
