import type { Values } from './cut-lists.ts';
import { isObject } from '../../platform/text/json-object.ts';

/** What a call asked for of fares or seats, to be put first wherever a list is cut. */
interface Preference {
  /** In words, for a note: `refundable`. */
  readonly name: string;
  /** Words of `user_intent` that ask for it, in five languages. */
  readonly texts: RegExp;
  isMet(entry: Values): boolean;
}
/** A preference about fares, and the argument that has the operation leave out all other fares. */
interface FarePreference extends Preference {
  readonly argument: string;
}

const FARE_WISHES: readonly FarePreference[] = [
  {
    name: 'refundable',
    argument: 'refundable_only',
    isMet: (fare) => fare['is_refundable'] === true,
    texts:
      /(?<!non[- ]?|not )refundable|free cancell?ation|flexib|(?<!non[- ])remboursable|annulation gratuite|(?<!nicht )(?:erstattbar|stornierbar)|(?<!no )reembolsable|払い?戻し|返金/i,
  },
  {
    name: 'changeable',
    argument: 'changeable_only',
    isMet: (fare) => fare['is_changeable'] === true,
    texts: /(?<!un|non[- ]?|not )changeable|flexib|modifiable|umbuchbar|modificable|日付変更|変更可/i,
  },
  {
    name: 'with a checked bag',
    argument: 'checked_bag_included',
    isMet: ({ included_baggage: bag }) => isObject(bag) && Number(bag['pieces']) + Number(bag['weight'] ?? 0) > 0,
    texts:
      /checked (?:bag|luggage)|hold (?:bag|luggage)|suitcase|bagages? en soute|valise|aufgabegepäck|koffer|maleta|equipaje facturado|受託手荷物|預け(?:入れ)?(?:手)?荷物|スーツケース/i,
  },
];
const seatPreference = (name: string, feature: string, texts: RegExp): Preference => ({
  name,
  texts,
  isMet: ({ features }) => Array.isArray(features) && features.includes(feature),
});
const SEAT_WISHES: readonly Preference[] = [
  seatPreference('window', 'window', /\bwindow|hublot|fenster|ventan(?:a|illa)|窓/i),
  seatPreference('aisle', 'aisle', /\baisle|couloir|gangplatz|am gang|pasillo|通路/i),
  seatPreference('extra legroom', 'extra_legroom', /leg[- ]?room|jambes|beinfreiheit|piernas|足元/i),
  seatPreference(
    'exit row',
    'exit_row',
    /exit row|emergency exit|sortie de secours|issue de secours|notausgang|salida de emergencia|非常口/i,
  ),
  seatPreference('front', 'front', /\bfront\b|à l'avant|vorne|delante|前方/i),
];

/** An answer with what was asked for first, and how that went in what is shown of it. */
export interface Arranged {
  readonly value: Values;
  /**
   * A note for the reader of the part that is shown; undefined where nothing was asked for that single entries are
   * judged by.
   */
  readonly noteOn: (shown: Values) => string | undefined;
  /**
   * How many entries of inner lists are needed at least, by their paths, for all of what was asked for to be among
   * them.
   */
  readonly innerLeast?: Readonly<Record<string, number>>;
}

/**
 * Puts what was asked for first in the lists that are going to be cut: a breakfast rate that nobody is shown is booked
 * by nobody. Preferences are the call's arguments, its `user_intent`, and for hotels what the operation itself made of
 * the query (`semantic_matches`).
 */
export function arrange(
  toolName: string,
  answer: Values,
  call: { readonly args: Values; readonly intent: string; readonly skip: number },
): Arranged {
  switch (toolName) {
    case 'hotel_search':
      return arrangeHotels(answer, call.skip);
    case 'flight_search':
      return arrangeFares(
        answer,
        FARE_WISHES.filter(({ argument, texts }) => call.args[argument] === true || texts.test(call.intent)),
        call.args,
      );
    case 'get_trip_seat_maps':
      return arrangeSeats(
        answer,
        SEAT_WISHES.filter(({ texts }) => texts.test(call.intent)),
      );
    default:
      return { value: answer, noteOn: () => undefined };
  }
}

/**
 * The best rate of the party of each wanted room first, then by how much of the query a rate is; of equal ones the
 * cheaper stays first. Two rooms for different parties are booked with a rate of each: neither may be cut.
 */
function arrangeHotels(answer: Values, skip: number): Arranged {
  const hotels = entriesOf(answer, 'hotels');
  const isJudged = hotels.some(({ matches_query: isMatch }) => typeof isMatch === 'boolean');
  const arranged = hotels.map(arrangeHotel);
  const innerLeast = {
    'hotels.rooms': Math.max(0, ...arranged.map(({ roomsNeeded }) => roomsNeeded)),
    'hotels.rooms.rates': Math.max(0, ...arranged.map(({ ratesNeeded }) => ratesNeeded)),
  };
  const value = { ...answer, hotels: arranged.map(({ hotel }) => hotel) };
  return { value, innerLeast, noteOn: isJudged ? noteOnHotels(answer, skip) : () => undefined };
}

function arrangeHotel(hotel: Values) {
  const rooms = entriesOf(hotel, 'rooms').map((room) => ({ room, rates: entriesOf(room, 'rates') }));
  const byParty = Map.groupBy(
    rooms.flatMap(({ rates }) => rates),
    (rate) => JSON.stringify(rate['occupancy_indexes']),
  );
  const best = new Set(
    [...byParty.values()].map((rates) =>
      rates.reduce((one, other) =>
        (scoreOfRate(other) - scoreOfRate(one) || payableOf(one) - payableOf(other)) > 0 ? other : one,
      ),
    ),
  );
  const score = (rate: Values) => scoreOfRate(rate) + (best.has(rate) ? 2 : 0);
  const sorted = byScore(
    rooms.map(({ room, rates }) => ({ room, rates: byScore(rates, score) })),
    ({ rates: [first] }) => (first ? score(first) : 0),
  );
  const needed = sorted.map(({ rates }) => rates.filter((rate) => best.has(rate)).length);
  return {
    hotel: { ...hotel, rooms: sorted.map(({ room, rates }) => ({ ...room, rates })) },
    roomsNeeded: needed.filter((count) => count > 0).length,
    ratesNeeded: Math.max(0, ...needed),
  };
}

/** Everything the guest pays, minor units. */
function payableOf({ due_now: now, due_at_property: later }: Values): number {
  return [now, later].reduce<number>((sum, amount) => sum + (isObject(amount) ? Number(amount['value']) : 0), 0);
}

function noteOnHotels(answer: Values, skip: number): Arranged['noteOn'] {
  const matching = (value: Values) =>
    entriesOf(value, 'hotels').some((hotel) =>
      entriesOf(hotel, 'rooms').some((room) => entriesOf(room, 'rates').some((rate) => scoreOfRate(rate) === 1)),
    );
  return (shown) => {
    if (matching(shown))
      return 'In each hotel the rates that are what the query asked for stand first (semantic_matches).';
    if (matching(answer))
      return 'Rates that are all of what the query asked for are among those not shown: hotel_search with hotel_ids: [one hotel_id] and the same query shows them first.';
    if (skip > 0)
      return 'No rate here is all of what the query asked for. Hotels that have one come first: skip: 0 shows whether there are any.';
    return 'No hotel found has a rate that is all of what the query asked for; semantic_matches says what each rate is. Relax the query, or search other dates or another place.';
  };
}

/** The share of what the query asked for that a rate is; 1 is all of it. */
function scoreOfRate({ semantic_matches: matches }: Values): number {
  const judged = isObject(matches) ? Object.values(matches).filter((flag) => flag !== null) : [];
  return judged.length === 0 ? 0 : judged.filter((flag) => flag === true).length / judged.length;
}

function arrangeFares(answer: Values, preferences: readonly FarePreference[], args: Values): Arranged {
  if (preferences.length === 0) return { value: answer, noteOn: () => undefined };
  const score = scoreBy(preferences);
  const offers = entriesOf(answer, 'live_offers').map((offer) => ({
    ...offer,
    fares: byScore(entriesOf(offer, 'fares'), score),
  }));
  const names = preferences.map(({ name }) => name).join(', ');
  const left = preferences
    .filter(({ argument }) => args[argument] !== true)
    .map(({ argument }) => `${argument}: true`)
    .join(', ');
  const noteOn = (shown: Values) => {
    const listed = entriesOf(shown, 'live_offers');
    if (listed.length === 0 || left === '') return undefined;
    if (!listed.some((offer) => entriesOf(offer, 'fares').some((fare) => score(fare) === preferences.length)))
      return `No fare shown is ${names}. Call again with ${left} for the offers that are.`;
    return `In each offer the fares that are ${names} stand first. Call again with ${left} for only such offers.`;
  };
  return { value: { ...answer, live_offers: offers }, noteOn };
}

/** Rows with a free seat of the wanted kind first, and in each row those seats first. */
function arrangeSeats(answer: Values, preferences: readonly Preference[]): Arranged {
  if (preferences.length === 0) return { value: answer, noteOn: () => undefined };
  const score = scoreBy(preferences);
  const scoreOfSeat = (seat: Values) =>
    seat['availability'] === undefined || seat['availability'] === 'available' ? score(seat) : 0;
  const seatsOf = (row: Values) => entriesOf(row, 'seats');
  const arrangeMap = (map: Values) => {
    const rows = entriesOf(map, 'rows').map((row) => ({ ...row, seats: byScore(seatsOf(row), scoreOfSeat) }));
    return { ...map, rows: byScore(rows, ({ seats: [best] }) => (best ? scoreOfSeat(best) : 0)) };
  };
  const items = entriesOf(answer, 'items').map((item) => ({
    ...item,
    seat_maps: entriesOf(item, 'seat_maps').map(arrangeMap),
  }));
  const names = preferences.map(({ name }) => name).join(', ');
  const noteOn = (shown: Values) => {
    const isThere = entriesOf(shown, 'items').some((item) =>
      entriesOf(item, 'seat_maps').some((map) =>
        entriesOf(map, 'rows').some((row) => seatsOf(row).some((seat) => scoreOfSeat(seat) === preferences.length)),
      ),
    );
    return isThere
      ? `Rows with free seats of the kind wanted (${names}) stand first, and those seats first in their rows.`
      : `No free seat shown is of the kind wanted (${names}); those that come nearest stand first.`;
  };
  return { value: { ...answer, items }, noteOn };
}

function scoreBy(preferences: readonly Preference[]): (entry: Values) => number {
  return (entry) => preferences.filter((preference) => preference.isMet(entry)).length;
}

/** The highest first; of equal ones the order stays. */
function byScore<T>(entries: readonly T[], scoreOf: (entry: T) => number): readonly T[] {
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

function entriesOf(value: Values, name: string): readonly Values[] {
  const list = value[name];
  return Array.isArray(list) ? list.filter(isObject) : [];
}
