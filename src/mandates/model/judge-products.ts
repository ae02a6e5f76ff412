import { CABIN_CLASSES, type CabinClass } from '../../travel/flight.ts';
import { flightsOf, rentalsOf, type RuleContext, staysOf } from './rule-context.ts';
import { wantedOfLists } from './judge-journey.ts';
import type { RuleOf } from './rules.ts';
import { type Fact, factOf, type Judgement, judgeFacts, unknownFact } from './verdict.ts';

/** The best cabin that may be bought, and flown in on any segment. */
export function judgeCabin({ cabin }: RuleOf<'cabin_max'>, context: RuleContext): Judgement {
  const rank = (of: CabinClass) => CABIN_CLASSES.indexOf(of);
  const facts = flightsOf(context).flatMap(({ fare, offer }) => [
    factOf(rank(fare.cabinClass) <= rank(cabin), fare.cabinClass),
    ...offer.slices
      .flatMap(({ segments }) => segments)
      .flatMap(({ flightNumber, cabinClass }) =>
        cabinClass === undefined ? [] : [factOf(rank(cabinClass) <= rank(cabin), `${flightNumber} in ${cabinClass}`)],
      ),
  ]);
  return judgeFacts(`at most ${cabin}`, facts);
}

/** How often one may change planes in each direction. */
export function judgeStops({ max }: RuleOf<'stops_max'>, context: RuleContext): Judgement {
  const facts = flightsOf(context)
    .flatMap(({ offer }) => offer.slices)
    .map(({ origin, destination, segments }) =>
      factOf(segments.length - 1 <= max, `${origin}–${destination} with ${segments.length - 1}`),
    );
  return judgeFacts(`at most ${max} each way`, facts);
}

/** `allow`: every flight is sold by one of these. `deny`: none is sold or flown by one of these. As in a search. */
export function judgeCarrier({ allow, deny }: RuleOf<'carrier'>, context: RuleContext): Judgement {
  const facts = flightsOf(context)
    .flatMap(({ offer }) => offer.slices.flatMap(({ segments }) => segments))
    .map(({ flightNumber, marketingCarrier, operatingCarrier }) => {
      const isAllowed = allow?.includes(marketingCarrier) ?? true;
      const isDenied = [marketingCarrier, operatingCarrier].some((code) => deny?.includes(code));
      const by = operatingCarrier === marketingCarrier ? '' : ` flown by ${operatingCarrier}`;
      return factOf(isAllowed && !isDenied, `${flightNumber}${by}`);
    });
  return judgeFacts(wantedOfLists(allow, deny), facts);
}

/** The fewest stars a hotel may have. */
export function judgeStars({ min }: RuleOf<'stars'>, context: RuleContext): Judgement {
  const facts = staysOf(context).map(({ stay: { hotel } }): Fact => {
    if (hotel.starRating === undefined) return unknownFact(`${hotel.name}, whose stars are not stated`);
    return factOf(hotel.starRating >= min, `${hotel.name} with ${hotel.starRating}`);
  });
  return judgeFacts(`at least ${min}`, facts);
}

/** The meals that must come with every room. */
export function judgeBoard({ allow }: RuleOf<'board'>, context: RuleContext): Judgement {
  const facts = staysOf(context)
    .flatMap(({ stay }) => stay.rates)
    .map(({ boardType, room }): Fact => {
      if (boardType === undefined) return unknownFact(`${room.name}, whose meals are not stated`);
      return factOf(allow.includes(boardType), `${room.name} with ${boardType}`);
    });
  return judgeFacts(allow.join(', '), facts);
}

/** Classes of cars by the beginning of their ACRISS code: `C` is every compact car, `CDMR` that class alone. */
export function judgeCarClass({ allow }: RuleOf<'car_class'>, context: RuleContext): Judgement {
  const facts = rentalsOf(context).map(({ rental: { vehicle } }): Fact => {
    const code = vehicle.acrissCode;
    if (code === undefined) return unknownFact(`${vehicle.name}, whose class is not stated`);
    return factOf(
      allow.some((allowed) => code.startsWith(allowed)),
      `${vehicle.name} (${code})`,
    );
  });
  return judgeFacts(allow.join(', '), facts);
}
