import type { CabinClass, Seat, SeatMap } from '../../../travel/flight.ts';
import type { Money } from '../../../travel/money.ts';
import { toObject, toObjects, toText, toTexts } from './read-json.ts';
import { readCabin, readMoney } from './wire-offers.ts';
import type { JsonObject } from '../../../platform/text/json-object.ts';

/** A segment whose seats are asked for. */
export interface SeatedSegment {
  /** Ours: `s1-1`. */
  readonly segmentId: string;
  /** Duffel's, of the very offer the seats are sold with. */
  readonly duffelId: string;
  readonly cabinClass: CabinClass;
  readonly aircraft: string | undefined;
}

/** Who sits: Duffel's ids of everybody with a seat. */
export interface SeatedParty {
  readonly passengerIds: readonly string[];
  readonly currency: string;
}

const rowsMax = 200;
const seatsPerRowMax = 30;
const disclosuresMax = 5;
/** `14B`: a row and a column. */
const DESIGNATOR = /^(\d{1,3})([A-Z]{1,2})$/;

/**
 * The seats of an offer's segments, in the cabin each is flown in. A segment Duffel shows no map of is left out.
 * Elements that are no seats, known or not, are empty places.
 *
 * Duffel sells each passenger a seat by itself, perhaps at different prices, and it is not known yet who will sit
 * where: for sale is a seat that everybody of the party can have at one price.
 */
export function mapSeatMaps(
  maps: readonly JsonObject[],
  segments: readonly SeatedSegment[],
  party: SeatedParty,
): readonly SeatMap[] {
  return segments.flatMap((segment) => {
    const map = maps.find((candidate) => candidate['segment_id'] === segment.duffelId);
    const cabins = toObjects(map?.['cabins']) ?? [];
    const ofCabin = cabins.filter((cabin) => readCabin(cabin['cabin_class']) === segment.cabinClass);
    const rows = ofCabin.flatMap((cabin) => toObjects(cabin['rows']) ?? []).slice(0, rowsMax);
    const mapped = rows.flatMap((row) => mapRow(row, party) ?? []);
    const { segmentId, aircraft, cabinClass } = segment;
    return mapped.length === 0 ? [] : [{ segmentId, aircraft, cabinClass, rows: mapped }];
  });
}

function mapRow(row: JsonObject, party: SeatedParty): SeatMap['rows'][number] | undefined {
  const sections = (toObjects(row['sections']) ?? []).map((section) => toObjects(section['elements']) ?? []);
  const seats = sections.flatMap((elements, section) =>
    elements.slice(0, seatsPerRowMax).flatMap((element, index) => {
      const position = { isFirst: index === 0, isLast: index === elements.length - 1 };
      const sides = {
        isWindow: (section === 0 && position.isFirst) || (section === sections.length - 1 && position.isLast),
        isAisle: (section > 0 && position.isFirst) || (section < sections.length - 1 && position.isLast),
      };
      return mapSeat(element, sides, party) ?? [];
    }),
  );
  const [first] = seats;
  return first === undefined ? undefined : { rowNumber: first.rowNumber, seats: seats.map(({ seat }) => seat) };
}

function mapSeat(
  element: JsonObject,
  { isWindow, isAisle }: { readonly isWindow: boolean; readonly isAisle: boolean },
  party: SeatedParty,
): { readonly rowNumber: number; readonly seat: Seat } | undefined {
  const type = element['type'];
  const match = DESIGNATOR.exec(toText(element['designator']) ?? '');
  if ((type !== 'seat' && type !== RESTRICTED) || match === null) return undefined;
  const [seatNumber, row = '', column = ''] = match;
  const { availability, price } = judgeSeat(element, party);
  const disclosures = toTexts(element['disclosures']).slice(0, disclosuresMax);
  return {
    rowNumber: Number(row),
    seat: {
      seatNumber,
      column,
      availability,
      features: [
        isWindow ? 'window' : isAisle ? 'aisle' : 'middle',
        // Restricted seats are those from which others are helped out: only who is able to may sit there.
        ...(type === RESTRICTED ? ['exit_row'] : []),
      ],
      price,
      ...(disclosures.length > 0 && { disclosures }),
    },
  };
}
const RESTRICTED = 'restricted_seat_general';

/** A seat that nobody can have is taken; one that is not the same offer to everybody is not for sale. */
function judgeSeat(element: JsonObject, { passengerIds, currency }: SeatedParty): Pick<Seat, 'availability' | 'price'> {
  const services = toObjects(element['available_services']) ?? [];
  const prices = passengerIds.map((id) => priceOf(services.find((service) => service['passenger_id'] === id)));
  const [price] = prices;
  const isOnePrice = prices.every((each) => each?.value === price?.value && each?.currency === currency);
  if (price === undefined || !isOnePrice)
    return { availability: services.length === 0 ? 'occupied' : 'blocked', price: undefined };
  return { availability: 'available', price: price.value === 0 ? undefined : price };
}

function priceOf(service: JsonObject | undefined): Money | undefined {
  const price = service && toText(toObject(service)?.['id']) !== undefined ? readMoney(service, 'total') : undefined;
  return price !== undefined && price.value >= 0 ? price : undefined;
}
