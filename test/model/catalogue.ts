import { addDays } from '../../src/travel/dates.ts';
import type { Answer } from '../support/service/service.ts';
import type { ModelWorld } from './world.ts';

/** What a product of the sandbox scenarios does, as the contract says (section 11). */
export interface Product {
  readonly name: string;
  readonly kind: 'flight' | 'hotel' | 'car';
  /** What the first checkout after it was added finds. */
  readonly price: 'same' | 'moved' | 'gone';
  readonly booking: 'ok' | 'refused' | 'slow' | 'unknown';
  /** A free cancellation is refused: once booked it is kept. */
  readonly isFinal?: true;
  readonly place: string;
}

const flight = (place: string, price: Product['price'], booking: Product['booking']): Product => ({
  name: `flight ${place}`,
  kind: 'flight',
  price,
  booking,
  place,
});
const hotel = (
  place: string,
  price: Product['price'],
  booking: Product['booking'],
  more: { readonly isFinal?: true } = {},
): Product => ({ name: `hotel ${place}`, kind: 'hotel', price, booking, place, ...more });

/**
 * All that is bought in the model: every scenario of flights and hotels that can be put into a trip, rooms of one stay,
 * cars.
 */
export const PRODUCTS: readonly Product[] = [
  flight('QAC', 'same', 'ok'),
  flight('QAF', 'moved', 'ok'),
  flight('QAG', 'moved', 'ok'),
  flight('QAH', 'gone', 'ok'),
  flight('QAI', 'same', 'refused'),
  flight('QAJ', 'same', 'slow'),
  flight('QAL', 'same', 'ok'),
  flight('QAO', 'same', 'unknown'),
  flight('QAQ', 'same', 'ok'),
  flight('QAR', 'same', 'ok'),
  hotel('price_up', 'moved', 'ok'),
  hotel('price_down', 'moved', 'ok'),
  hotel('sold_out', 'gone', 'ok'),
  hotel('refused', 'same', 'refused'),
  hotel('slow', 'same', 'slow'),
  hotel('unknown', 'same', 'unknown'),
  hotel('non_refundable', 'same', 'ok', { isFinal: true }),
  hotel('pay_at_property', 'same', 'ok'),
  hotel('rooms', 'same', 'ok'),
  { name: 'car even', kind: 'car', price: 'same', booking: 'ok', place: 'even' },
  { name: 'car on_request', kind: 'car', price: 'same', booking: 'slow', place: 'on_request' },
];

/** How `add_item` names something to be bought. */
export type AddItem =
  | { readonly trip_item_token: string }
  | { readonly rooms: readonly { readonly trip_item_token: string }[] };

/** Tokens live 20 minutes at least; older ones are searched for again. */
const TOKEN_SECONDS = 15 * 60;
/** The organization's clock moves by at most this much in a run: everything is still ahead then. */
export const RUN_DAYS_MAX = 40;
const DAYS_AHEAD = 60;
const NIGHTS = 2;
/** All that a run may take, and what is still under way at its end (five days at most). */
const FREE_DAYS_MIN = RUN_DAYS_MAX + 8;

/** Searches for what is bought, as two adults, and keeps what it found for a while. */
export class Catalogue {
  readonly #world: ModelWorld;
  readonly #from: string;
  /** Until then whatever is not `isFinal` must be cancelled free of charge. */
  readonly #freeUntil: string;
  readonly #found = new Map<string, { readonly item: AddItem; readonly at: number }>();
  /** How often rooms of a hotel were found. */
  readonly #houses = new Map<string, number>();

  constructor(world: ModelWorld) {
    this.#world = world;
    const today = new Date(world.now()).toISOString().slice(0, 10);
    this.#from = addDays(today, DAYS_AHEAD);
    this.#freeUntil = addDays(today, FREE_DAYS_MIN);
  }

  /** What puts the product into a trip: the same thing as long as its tokens live. */
  async find(product: Product): Promise<AddItem> {
    const known = this.#found.get(product.name);
    if (known && this.#world.now() - known.at < TOKEN_SECONDS * 1000) return known.item;
    const item = await this.#search(product);
    this.#found.set(product.name, { item, at: this.#world.now() });
    return item;
  }

  /** The same searched for anew: what was found before may have been sold since, to another trip of the run. */
  findAnew(product: Product): Promise<AddItem> {
    this.#found.delete(product.name);
    return this.find(product);
  }

  async #search(product: Product): Promise<AddItem> {
    switch (product.kind) {
      case 'flight':
        return this.#searchFlight(product);
      case 'hotel':
        return product.place === 'rooms' ? this.#searchRooms() : this.#searchNemo(product);
      case 'car':
        return this.#searchCar(product);
      default:
        return product.kind satisfies never;
    }
  }

  async #searchFlight({ place }: Product): Promise<AddItem> {
    const body = await this.#ask('/v1/flight_search', {
      origin: 'QAA',
      destination: place,
      departure_date: this.#from,
      adults: 2,
    });
    return { trip_item_token: body.live_offers[0].fares[0].trip_item_token };
  }

  async #searchNemo({ place }: Product): Promise<AddItem> {
    const body = await this.#ask('/v1/hotel_search', {
      hotel_ids: [`bhnemo-${place}`],
      checkin: this.#from,
      checkout: addDays(this.#from, NIGHTS),
      adults: 2,
    });
    const rate = findRate(
      body.hotels[0],
      0,
      place !== 'non_refundable' && place !== 'pay_at_property' ? this.#freeUntil : undefined,
    );
    if (!rate) throw new Error(`${place} has no such rate`);
    return { trip_item_token: rate };
  }

  async #searchRooms(): Promise<AddItem> {
    const body = await this.#ask('/v1/hotel_search', {
      city_name: 'Lisbon',
      checkin: this.#from,
      checkout: addDays(this.#from, NIGHTS),
      occupancies: [{ adults: 1 }, { adults: 1 }],
      refundable_only: true,
    });
    // Many rooms are bought in a run: no house must be sold out by them, so each search goes to another one that has
    // plenty.
    const searchesOf = (hotel: Answer['body']): number => this.#houses.get(hotel.hotel_id) ?? 0;
    const hotels = body.hotels.toSorted(
      (a: Answer['body'], b: Answer['body']) => searchesOf(a) - searchesOf(b) || leastLeft(b) - leastLeft(a),
    );
    for (const hotel of hotels) {
      const [first, second] = [findRate(hotel, 0, this.#freeUntil), findRate(hotel, 1, this.#freeUntil)];
      if (!first || !second) continue;
      this.#houses.set(hotel.hotel_id, searchesOf(hotel) + 1);
      return { rooms: [{ trip_item_token: first }, { trip_item_token: second }] };
    }
    throw new Error('no hotel of Lisbon has two such rooms');
  }

  async #searchCar({ place }: Product): Promise<AddItem> {
    const body = await this.#ask('/v1/car_search', {
      pick_up: { location: 'QAA', location_type: 'airport', date_time: `${this.#from}T10:00:00` },
      drop_off: { date_time: `${addDays(this.#from, NIGHTS)}T10:00:00` },
      driver_age: 36,
      free_cancellation_only: true,
    });
    const offer = body.offers.find((one: { vehicle: { name: string } }) => one.vehicle.name.startsWith(place));
    return { trip_item_token: offer.offer_id };
  }

  async #ask(path: string, body: object): Promise<Answer['body']> {
    const answer = await this.#world.call('POST', path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
    return answer.body;
  }
}

/** How many rooms are left at the scarcest of its rates. */
function leastLeft(hotel: Answer['body']): number {
  return Math.min(
    ...hotel.rooms.flatMap((kind: { rates: readonly Rate[] }) => kind.rates.map((rate) => rate.rooms_left)),
  );
}

interface Rate {
  readonly offer_id: string;
  /** Null for what costs something from the first moment on, be it a small fee only. */
  readonly free_cancellation_until: string | null;
  readonly rooms_left: number;
  readonly payment_types: readonly string[];
  readonly occupancy_indexes: readonly number[];
}

/** A rate for a room; with `freeUntil` one that is paid now and free to cancel at least until that day. */
function findRate(hotel: Answer['body'], room: number, freeUntil: string | undefined): string | undefined {
  const rates: readonly Rate[] = hotel.rooms.flatMap((kind: { rates: readonly Rate[] }) => kind.rates);
  const isFree = (one: Rate): boolean =>
    freeUntil === undefined ||
    ((one.free_cancellation_until ?? '') >= freeUntil && one.payment_types.includes('pay_now'));
  return rates.find((one) => one.occupancy_indexes.includes(room) && isFree(one))?.offer_id;
}
