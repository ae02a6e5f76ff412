import { foldName } from '../../bookings/model/fold-name.ts';
import { beginsAt } from '../../trips/model/items/product.ts';
import { daysOf, flightsOf, rentalsOf, type RuleContext, staysOf } from './rule-context.ts';
import type { RuleOf } from './rules.ts';
import { type Fact, factOf, type Judgement, judgeFacts, unknownFact } from './verdict.ts';

const dayMs = 86_400_000;

/** What may be bought at all. */
export function judgeProduct({ allow }: RuleOf<'product'>, { trip }: RuleContext): Judgement {
  return judgeFacts(
    allow.join(', '),
    trip.items.map(({ kind }) => factOf(allow.includes(kind), kind)),
  );
}

/** Who may travel: first and last name, without regard to case, accents and punctuation. */
export function judgeTraveler({ allow }: RuleOf<'traveler'>, { trip }: RuleContext): Judgement {
  const facts = trip.travelers.map((traveler) =>
    factOf(
      allow.some((allowed) => isNamed(allowed, traveler)),
      `${traveler.firstName} ${traveler.lastName}`,
    ),
  );
  return judgeFacts(allow.join(', '), facts.length > 0 ? facts : [unknownFact('no travelers yet')]);
}

/** From which supplier may be bought. */
export function judgeSupplier({ allow, deny }: RuleOf<'supplier'>, { trip }: RuleContext): Judgement {
  const isAllowed = (id: string) => (allow?.includes(id) ?? true) && deny?.includes(id) !== true;
  return judgeFacts(
    wantedOfLists(allow, deny),
    trip.items.map(({ supplierId }) => factOf(isAllowed(supplierId), supplierId)),
  );
}

/** When the trip may begin and end, on the calendars of its places. */
export function judgeDates({ from, until }: RuleOf<'dates'>, { trip }: RuleContext): Judgement {
  const wanted = `${from ?? 'any day'} to ${until ?? 'any day'}`;
  const facts = trip.items.map((item) => {
    const { first, last } = daysOf(item);
    return factOf((from ?? first) <= first && last <= (until ?? last), `${first} to ${last}`);
  });
  return judgeFacts(wanted, facts);
}

/** How many days before its begin a trip must be bought. */
export function judgeAdvance({ min }: RuleOf<'advance'>, { trip, now }: RuleContext): Judgement {
  const begins = trip.items.map((item) => beginsAt(item).getTime());
  const days = Math.floor((Math.min(...begins) - now.getTime()) / dayMs);
  const facts = begins.length === 0 ? [] : [factOf(days >= min, `${days} days ahead`)];
  return judgeFacts(`at least ${min} days ahead`, facts);
}

/** Exactly this, and nothing else. */
export function judgeContent({ hash }: RuleOf<'content'>, { contentHash }: RuleContext): Judgement {
  return judgeFacts(hash, [factOf(contentHash === hash, contentHash)]);
}

/**
 * Where the trip may begin and lead. A flight begins at one of `origins` and leads to `destinations`, of which each
 * further direction may go to either; hotels and cars lie in `destinations`. `countries` are those that it leads to:
 * where a flight comes back to its first city is no destination.
 */
export function judgeRoute({ origins, destinations, countries }: RuleOf<'route'>, context: RuleContext): Judgement {
  const wanted = [
    ...(origins ? [`from ${origins.join(', ')}`] : []),
    ...(destinations ? [`to ${destinations.join(', ')}`] : []),
    ...(countries ? [`in ${countries.join(', ')}`] : []),
  ].join(' ');
  const places = placesOf(context);
  const facts = places.map((place): Fact => {
    const accepted = acceptedCodes(place, origins, destinations);
    const byCode = accepted === undefined ? true : isOneOf(place.codes, accepted);
    const byCountry = countries === undefined || !place.isDestination ? true : isOneOf([place.country], countries);
    const verdict = byCode === false || byCountry === false ? 'fail' : byCode && byCountry ? 'pass' : 'unknown';
    return { verdict, text: verdict === 'unknown' ? `${place.text}, of which the place is not stated` : place.text };
  });
  return judgeFacts(wanted, facts);
}

interface VisitedPlace {
  readonly text: string;
  /** Airport and city codes; undefined ones are not stated. */
  readonly codes: readonly (string | undefined)[];
  readonly country: string | undefined;
  readonly role: 'origin' | 'between' | 'destination';
  /** Of a flight: where it first begins. */
  readonly home: readonly string[];
  readonly isDestination: boolean;
}

function acceptedCodes(
  { role, home }: VisitedPlace,
  origins: readonly string[] | undefined,
  destinations: readonly string[] | undefined,
): readonly string[] | undefined {
  if (role === 'origin') return origins;
  if (role === 'destination') return destinations;
  return destinations && [...destinations, ...(origins ?? []), ...home];
}

/** True or false where a code of the place is stated: one matching code is enough. */
function isOneOf(codes: readonly (string | undefined)[], accepted: readonly string[]): boolean | undefined {
  if (codes.some((code) => code !== undefined && accepted.includes(code))) return true;
  return codes.some((code) => code !== undefined) ? false : undefined;
}

function placesOf(context: RuleContext): readonly VisitedPlace[] {
  const flown = flightsOf(context).flatMap(({ offer }) => {
    const ends = offer.slices.flatMap(({ segments }) => {
      const [first, last] = [segments[0], segments.at(-1)];
      return first && last ? [first.depart, last.arrive] : [];
    });
    const [begin] = ends;
    const home = begin ? [begin.airport, begin.cityCode] : [];
    return ends.map(({ airport, cityCode }, index): VisitedPlace => {
      const isHome = index !== 1 && home.includes(cityCode);
      const role = index === 0 ? 'origin' : index === 1 ? 'destination' : 'between';
      const country = context.countryOf(airport);
      return { text: airport, codes: [airport, cityCode], country, role, home, isDestination: !isHome };
    });
  });
  const slept = staysOf(context).map(({ stay: { hotel } }) => fixedPlace(hotel.name, [hotel.cityCode], hotel.country));
  const driven = rentalsOf(context).flatMap(({ rental: { pickUp, dropOff } }) =>
    [pickUp, dropOff].map(({ branchName, cityCode, airport, country }) =>
      fixedPlace(branchName, [cityCode, airport], country),
    ),
  );
  return [...flown, ...slept, ...driven];
}

function fixedPlace(text: string, codes: VisitedPlace['codes'], country: string): VisitedPlace {
  return { text, codes, country, role: 'destination', home: [], isDestination: true };
}

/** What a pair of lists asks for, as people read it. */
export function wantedOfLists(allow: readonly string[] | undefined, deny: readonly string[] | undefined): string {
  return [...(allow ? [allow.join(', ')] : []), ...(deny ? [`not ${deny.join(', ')}`] : [])].join(', ');
}

/** Whether an allowed name is the traveler's: its parts, divided anywhere into first and last names. */
function isNamed(allowed: string, { firstName, lastName }: { readonly firstName: string; readonly lastName: string }) {
  const parts = allowed.split(/\s+/);
  return parts.some(
    (_, index) =>
      index > 0 &&
      foldName(parts.slice(0, index).join(' ')) === foldName(firstName) &&
      foldName(parts.slice(index).join(' ')) === foldName(lastName),
  );
}
