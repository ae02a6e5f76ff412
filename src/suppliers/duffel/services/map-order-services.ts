import type { FlightAncillary } from '../../../travel/flight.ts';
import type { Money } from '../../../travel/money.ts';
import type { AddableBag, AddableSeat, WantedService } from '../../ports/added-services.ts';
import { toObject, toObjects, toQuantity, toText, toTexts } from '../mapping/read-json.ts';
import { readMoney } from '../mapping/wire-offers.ts';
import type { ServicedOrder, WantedInOrder } from './wire-services.ts';
import type { JsonObject } from '../../../platform/text/json-object.ts';

const SERVICES_MAX = 500;
const SEATS_MAX = 5_000;
const QUANTITY_MAX = 20;
const DISCLOSURES_MAX = 5;
const DESIGNATOR = /^\d{1,3}[A-Z]{1,2}$/;
const RESTRICTED = 'restricted_seat_general';
const BAG_TYPES: Readonly<Record<string, FlightAncillary['type']>> = { checked: 'checked_bag', carry_on: 'carry_on' };

/** One service that Duffel sells for an order: our words for it, and those it is ordered and found again by. */
export interface OrderService {
  /** Duffel's id, to be ordered by; new in every read, as far as anybody knows. */
  readonly id: string;
  readonly price: Money;
  readonly travelerId: string;
  readonly inOrder: Omit<WantedInOrder, 'quantity'>;
  readonly offered:
    | { readonly kind: 'bag'; readonly bag: AddableBag }
    | {
        readonly kind: 'seat';
        readonly segmentId: string;
        readonly seatNumber: string;
        readonly features: readonly string[];
        readonly disclosures: readonly string[];
      };
}

/** An order, and who of ours its passengers are: our ids of travelers by Duffel's of passengers. */
export interface MappedOrder {
  readonly order: ServicedOrder;
  readonly travelerOf: ReadonlyMap<string, string>;
}

/**
 * The bags of `available_services` for their passengers. What has no price in the order's currency, no passenger of
 * ours or no flight of the order is left out. Of equal bags the cheapest is sold.
 */
export function mapOrderBags(services: readonly JsonObject[], mapped: MappedOrder): readonly OrderService[] {
  const bags = services.slice(0, SERVICES_MAX).flatMap((service) => readBag(service, mapped) ?? []);
  const cheapest = new Map<string, OrderService>();
  for (const bag of bags.toSorted((a, b) => a.price.value - b.price.value)) {
    const key = bag.offered.kind === 'bag' ? bag.offered.bag.serviceKey : bag.id;
    if (!cheapest.has(key)) cheapest.set(key, bag);
  }
  return bags.filter((bag) => [...cheapest.values()].includes(bag));
}

function readBag(service: JsonObject, { order, travelerOf }: MappedOrder): OrderService | undefined {
  const id = toText(service['id']);
  const metadata = toObject(service['metadata']);
  const bagType = toText(metadata?.['type']) ?? '';
  const type = BAG_TYPES[bagType];
  const [passengerId = '', ...others] = toTexts(service['passenger_ids']);
  const travelerId = travelerOf.get(passengerId);
  const price = readPrice(service, order);
  const quantityMax = Math.floor(toQuantity(service['maximum_quantity']) ?? 0);
  const wireIds = toTexts(service['segment_ids']);
  const segmentIds = wireIds.flatMap((wireId) => ourSegmentId(order, wireId) ?? []).toSorted();
  if (service['type'] !== 'baggage' || id === undefined || type === undefined || price === undefined) return undefined;
  if (travelerId === undefined || others.length > 0 || quantityMax < 1) return undefined;
  if (segmentIds.length === 0 || segmentIds.length < wireIds.length) return undefined;
  const weightKg = toQuantity(metadata?.['maximum_weight_kg']);
  const serviceKey = [type, weightKg ?? '', segmentIds.join('+'), travelerId].join('/');
  const noun = type === 'checked_bag' ? 'Extra checked bag' : 'Extra cabin bag';
  const description = weightKg === undefined ? noun : `${noun}, ${weightKg} kg`;
  return {
    id,
    price,
    travelerId,
    inOrder: { type: 'baggage', passengerId, segmentIds: wireIds.toSorted(), bagType },
    offered: {
      kind: 'bag',
      bag: {
        serviceKey,
        travelerId,
        type,
        description,
        segmentIds,
        weightKg,
        price,
        quantityMax: Math.min(quantityMax, QUANTITY_MAX),
      },
    },
  };
}

/** The free seats of an order's seat maps, one for each passenger who may have it. */
export function mapOrderSeats(maps: readonly JsonObject[], mapped: MappedOrder): readonly OrderService[] {
  return maps
    .flatMap((map) => {
      const wireId = toText(map['segment_id']) ?? '';
      const segmentId = ourSegmentId(mapped.order, wireId);
      if (segmentId === undefined) return [];
      return elementsOf(map).flatMap((placed) => readSeat(placed, { segmentId, wireId }, mapped));
    })
    .slice(0, SEATS_MAX);
}

/** One element of a row, and where in the row it is. */
interface PlacedElement {
  readonly element: JsonObject;
  readonly side: 'window' | 'aisle' | 'middle';
}

function elementsOf(map: JsonObject): readonly PlacedElement[] {
  const cabins = toObjects(map['cabins']) ?? [];
  const rows = cabins.flatMap((cabin) => toObjects(cabin['rows']) ?? []);
  return rows.flatMap((row) => {
    const sections = (toObjects(row['sections']) ?? []).map((section) => toObjects(section['elements']) ?? []);
    return sections.flatMap((elements, section) =>
      elements.map((element, index) => ({
        element,
        side: sideOf(
          { isFirst: section === 0, isLast: section === sections.length - 1 },
          { isFirst: index === 0, isLast: index === elements.length - 1 },
        ),
      })),
    );
  });
}

/** Where something stands among others. */
interface Ends {
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** Aisles lie between the sections of a row. */
function sideOf(section: Ends, seat: Ends): PlacedElement['side'] {
  if ((section.isFirst && seat.isFirst) || (section.isLast && seat.isLast)) return 'window';
  return seat.isFirst || seat.isLast ? 'aisle' : 'middle';
}

function readSeat(
  { element, side }: PlacedElement,
  { segmentId, wireId }: { readonly segmentId: string; readonly wireId: string },
  { order, travelerOf }: MappedOrder,
): readonly OrderService[] {
  const type = element['type'];
  const seatNumber = toText(element['designator']) ?? '';
  if ((type !== 'seat' && type !== RESTRICTED) || !DESIGNATOR.test(seatNumber)) return [];
  const features = [side, ...(type === RESTRICTED ? ['exit_row'] : [])];
  const disclosures = toTexts(element['disclosures']).slice(0, DISCLOSURES_MAX);
  return (toObjects(element['available_services']) ?? []).flatMap((service): readonly OrderService[] => {
    const id = toText(service['id']);
    const passengerId = toText(service['passenger_id']) ?? '';
    const travelerId = travelerOf.get(passengerId);
    const price = readPrice(service, order);
    if (id === undefined || travelerId === undefined || price === undefined) return [];
    return [
      {
        id,
        price,
        travelerId,
        inOrder: { type: 'seat', passengerId, segmentIds: [wireId], designator: seatNumber },
        offered: { kind: 'seat', segmentId, seatNumber, features, disclosures },
      },
    ];
  });
}

/** A price in the order's currency; undefined where it is not said, or less than nothing. */
function readPrice(service: JsonObject, order: ServicedOrder): Money | undefined {
  const price = readMoney(service, 'total');
  return price !== undefined && price.value >= 0 && price.currency === order.total_currency ? price : undefined;
}

/** Our id of a segment by its place in the order: `s2-1` is the first of the second slice. */
function ourSegmentId({ slices }: ServicedOrder, wireId: string): string | undefined {
  for (const [slice, { segments }] of slices.entries()) {
    const segment = segments.findIndex(({ id }) => id === wireId);
    if (segment >= 0) return `s${slice + 1}-${segment + 1}`;
  }
  return undefined;
}

/** The services in the words of the port. Who has a seat on a flight of the order is offered no other there. */
export function toAddable(
  services: readonly OrderService[],
  order: ServicedOrder,
): { readonly bags: readonly AddableBag[]; readonly seats: readonly AddableSeat[] } {
  const seated = new Set(
    (order.services ?? [])
      .filter(({ type }) => type === 'seat')
      .flatMap(({ passenger_ids, segment_ids }) =>
        passenger_ids.flatMap((person) => segment_ids.map((segment) => `${person} ${segment}`)),
      ),
  );
  const seats = new Map<string, AddableSeat>();
  for (const { offered, inOrder, travelerId, price } of services) {
    if (offered.kind !== 'seat' || seated.has(`${inOrder.passengerId} ${inOrder.segmentIds.join()}`)) continue;
    const { segmentId, seatNumber, features, disclosures } = offered;
    const key = `${segmentId} ${seatNumber}`;
    const prices = [...(seats.get(key)?.prices ?? []), { travelerId, price }];
    seats.set(key, { segmentId, seatNumber, features, ...(disclosures.length > 0 && { disclosures }), prices });
  }
  const bags = services.flatMap(({ offered }) => (offered.kind === 'bag' ? [offered.bag] : []));
  return { bags, seats: [...seats.values()] };
}

/** The service behind a wanted one, as it is sold now; undefined where it is not. */
export function findService(services: readonly OrderService[], wanted: WantedService): OrderService | undefined {
  return services.find(({ offered, travelerId }) => {
    if (travelerId !== wanted.travelerId || offered.kind !== wanted.kind) return false;
    if (offered.kind === 'bag')
      return (
        wanted.kind === 'bag' &&
        offered.bag.serviceKey === wanted.serviceKey &&
        wanted.quantity <= offered.bag.quantityMax
      );
    return wanted.kind === 'seat' && offered.segmentId === wanted.segmentId && offered.seatNumber === wanted.seatNumber;
  });
}
