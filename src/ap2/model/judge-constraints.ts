import { isWithheld, type OpenedObject } from './open-disclosures.ts';
import { MandateRefused } from './problem.ts';
import { textOf } from './untrusted-json.ts';
import { isObject, type JsonObject } from '../../platform/text/json-object.ts';

/** What a checkout buys, by the id of each line's item. */
export interface BoughtLine {
  readonly itemId: string;
  readonly quantity: number;
}
/** The purchase that a mandate must allow. */
export interface Purchase {
  readonly merchantId: string;
  readonly lines: readonly BoughtLine[];
}

const LINES_MAX = 64;
const QUANTITY_MAX = 10_000;

/**
 * Judges every constraint of an open checkout mandate against a purchase (AP2 0.2, checkout mandate). Throws
 * `MandateRefused`: `invalid_mandate` for one that fails, `unresolved_constraint` for one that is not known here or
 * was withheld. A mandate without constraints allows any checkout of the seller: a person signed it so.
 */
export function judgeConstraints(open: OpenedObject, purchase: Purchase): void {
  const { constraints } = open;
  if (isWithheld(open)) throw unresolved('A part of the mandate was withheld, which may be a constraint.');
  if (!Array.isArray(constraints)) throw unresolved('The mandate has no list of constraints.');
  for (const constraint of constraints) judge(constraint, purchase);
}

function judge(constraint: unknown, purchase: Purchase): void {
  if (!isObject(constraint) || isWithheld(constraint)) throw unresolved('A constraint of the mandate was withheld.');
  const type = textOf(constraint, 'type') ?? '';
  if (type === 'checkout.allowed_merchants') judgeMerchants(constraint, purchase);
  else if (type === 'checkout.line_items') judgeLines(constraint, purchase);
  else throw unresolved(`This seller does not know the constraint ${JSON.stringify(type.slice(0, LINES_MAX))}.`);
}

/** By its id: names and addresses can be made to look alike. */
function judgeMerchants({ allowed }: JsonObject, { merchantId }: Purchase): void {
  if (!revealed(allowed).some((merchant) => textOf(merchant, 'id') === merchantId))
    throw failed(`The mandate does not allow the seller ${merchantId} among those it reveals.`);
}

interface Requirement {
  readonly ids: ReadonlySet<string>;
  readonly quantity: number;
}

/** Each unit bought fills one place of one requirement that accepts it, and every place is filled. */
function judgeLines({ items }: JsonObject, { lines }: Purchase): void {
  if (!Array.isArray(items) || items.length === 0 || items.length > LINES_MAX)
    throw unresolved('The constraint checkout.line_items has no list of items, or too long a one.');
  const required = items.map(readRequirement);
  const places = sum(required.map(({ quantity }) => quantity));
  const units = sum(lines.map(({ quantity }) => quantity));
  if (places !== units) throw failed(`The mandate asks for ${places} of its items, and the checkout has ${units}.`);
  if (countAssignable(required, lines) !== units)
    throw failed('The checkout has an item that the mandate does not accept, or more of one than it accepts.');
}

function readRequirement(item: unknown): Requirement {
  if (!isObject(item) || isWithheld(item))
    throw unresolved('An item of the constraint checkout.line_items was withheld.');
  const { quantity, acceptable_items: acceptable } = item;
  if (typeof quantity !== 'number' || !Number.isSafeInteger(quantity) || quantity < 1 || quantity > QUANTITY_MAX)
    throw unresolved('The quantity of an item of the constraint checkout.line_items is no number of items.');
  const ids = revealed(acceptable).flatMap((one) => textOf(one, 'id') ?? []);
  return { ids: new Set(ids), quantity };
}

/**
 * How many units can be given a place at most: a maximal flow from lines through what accepts them, found by paths
 * that may move units placed before (Ford and Fulkerson). Lists are short, so the plain search is quick enough.
 */
function countAssignable(required: readonly Requirement[], lines: readonly BoughtLine[]): number {
  const placed = required.map(() => lines.map(() => 0));
  const free = required.map(({ quantity }) => quantity);
  let count = 0;
  for (const [line, { quantity }] of lines.entries())
    for (let unit = 0; unit < Math.min(quantity, QUANTITY_MAX); unit += 1) {
      if (!place(line, new Set())) break;
      count += 1;
    }
  return count;

  function place(line: number, seen: Set<number>): boolean {
    const itemId = lines[line]?.itemId ?? '';
    for (const [slot, { ids }] of required.entries()) {
      const row = placed[slot];
      if (row === undefined || seen.has(slot) || !ids.has(itemId)) continue;
      seen.add(slot);
      const other =
        (free[slot] ?? 0) > 0 ? undefined : row.findIndex((units, index) => units > 0 && place(index, seen));
      if (other === -1) continue;
      if (other === undefined) free[slot] = (free[slot] ?? 0) - 1;
      else row[other] = (row[other] ?? 0) - 1;
      row[line] = (row[line] ?? 0) + 1;
      return true;
    }
    return false;
  }
}

function revealed(list: unknown): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter((one) => isObject(one) && !isWithheld(one)) : [];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const failed = (description: string) =>
  new MandateRefused({ error: 'invalid_mandate', reason: 'constraint', description });
const unresolved = (description: string) =>
  new MandateRefused({ error: 'unresolved_constraint', reason: 'constraint', description });
