import type { Values } from '../model/cut-lists.ts';
import { joined, moneyText, objectsOf } from './texts.ts';
import { isObject } from '../../platform/text/json-object.ts';

/** One flight of an itinerary; times are local, as the answer has them. */
interface Leg {
  readonly number: string;
  readonly from: string;
  readonly departs: string;
  readonly to: string;
  readonly arrives: string;
  /** The airline that flies it, where another sells it. */
  readonly operator: string | undefined;
}
const DAY_LENGTH = 10;
const TIME_LENGTH = 16;
const DAY_MS = 86_400_000;

/** The legs of a live offer's direction (`outbound_flight`) or of an itinerary's (`slices[]`): both have segments. */
export function legsOf(direction: unknown): readonly Leg[] {
  return objectsOf(isObject(direction) ? direction['segments'] : undefined).map((segment) => {
    const { depart, arrive, operating_carrier: operator } = segment;
    const [from, to] = [isObject(depart) ? depart : {}, isObject(arrive) ? arrive : {}];
    const marketing = segment['airline'] ?? segment['marketing_carrier'];
    return {
      number: textOf(segment['flight_number']),
      from: textOf(from['airport'] ?? segment['departure_airport']),
      departs: textOf(from['time_local'] ?? segment['departure_time_local']),
      to: textOf(to['airport'] ?? segment['arrival_airport']),
      arrives: textOf(to['time_local'] ?? segment['arrival_time_local']),
      operator: typeof operator === 'string' && operator !== marketing ? operator : undefined,
    };
  });
}

/**
 * A direction in one line: `LH1792 MUC 2027-01-26 06:05 > LIS 08:20, nonstop, 3h15`. The day is named unless it
 * stands beside the list; `+1` behind a time is the day after departure.
 */
export function directionText(direction: unknown, isDayNamed = true): string | undefined {
  const legs = legsOf(direction);
  const [first] = legs;
  if (!first || !isObject(direction)) return undefined;
  const flights = legs.map(
    (leg, index) =>
      `${leg.number}${leg.operator === undefined ? '' : ` (flown by ${leg.operator})`} ${leg.from} ${index === 0 && isDayNamed ? `${dayOf(leg.departs)} ` : ''}${timeAfter(first.departs, leg.departs)} > ${leg.to} ${timeAfter(first.departs, leg.arrives)}`,
  );
  return joined([...flights, stopsText(legs.length - 1), durationText(direction['duration_minutes'])]);
}

/** `nonstop`, `1 stop`, `2 stops`. */
export function stopsText(stops: number): string {
  return stops <= 0 ? 'nonstop' : stops === 1 ? '1 stop' : `${stops} stops`;
}

/** `3h15` of 195 minutes; undefined where nobody said. */
function durationText(minutes: unknown): string | undefined {
  if (typeof minutes !== 'number') return undefined;
  return `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, '0')}`;
}

/** The day of a local time: its first ten characters. */
export function dayOf(time: string): string {
  return time.slice(0, DAY_LENGTH);
}

/** `06:05` of a local time. */
export function timeOf(time: string): string {
  return time.slice(DAY_LENGTH + 1, TIME_LENGTH);
}

/** The time with `+1` where it is of the day after another's, `+2` of the second, `-1` of the day before. */
function timeAfter(base: string, time: string): string {
  const days = Math.round((Date.parse(dayOf(time)) - Date.parse(dayOf(base))) / DAY_MS);
  return Number.isNaN(days) || days === 0 ? timeOf(time) : `${timeOf(time)}${days > 0 ? '+' : ''}${days}`;
}

/**
 * What giving back or changing costs: `no`, `free`, `EUR 60.00 per traveler`, `yes, fee unknown` where no fee was
 * named, `unknown` where it was not said whether at all.
 */
export function permissionText(isAllowed: unknown, fee: unknown): string {
  if (typeof isAllowed !== 'boolean') return 'unknown';
  if (!isAllowed) return 'no';
  const amount = isObject(fee) ? (fee['value'] ?? fee['amount']) : undefined;
  if (typeof amount !== 'number') return 'yes, fee unknown';
  if (amount === 0) return 'free';
  const text = moneyText(fee);
  return text === undefined ? 'yes, fee unknown' : `${text} per traveler`;
}

/** `checked 1x23kg, cabin 1x8kg`; what nobody said is `unknown`. */
export function bagsText(checked: unknown, cabin: unknown): string {
  return `checked ${bagText(checked)}, cabin ${bagText(cabin)}`;
}

function bagText(bag: unknown): string {
  const { pieces, weight, weight_unit: unit }: Values = isObject(bag) ? bag : {};
  const kilos = typeof weight === 'number' && weight > 0 ? `${weight}${textOf(unit)}` : undefined;
  if (typeof pieces !== 'number') return kilos ?? 'unknown';
  return pieces > 0 && kilos !== undefined ? `${pieces}x${kilos}` : (kilos ?? String(pieces));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
