import type { ServicesFormView } from '../../web/manage/view.ts';
import type { Booking } from '../bookings/model/booking.ts';
import { viewBookedItem } from '../checkout/view-order.ts';
import { Refusal, refuse } from '../platform/errors.ts';
import type { PageContext } from '../platform/http/route.ts';
import type { AddableBag } from '../suppliers/ports/added-services.ts';
import type { Addable, WantedServices } from '../servicing/model/addable-services.ts';
import type { BookingChange } from '../servicing/model/change.ts';
import { checkServices } from '../servicing/services/quote-services.ts';
import { convertMoney, type Money } from '../travel/money.ts';
import type { FlightItem } from '../trips/model/trip.ts';
import type { ExchangedItem } from './exchange-item.ts';
import { placesOf } from './answer-page.ts';
import { formTokenOf } from './guest-session.ts';
import type { GuestContext } from './with-guest-session.ts';

const NOTHING: WantedServices = { bags: [], seats: [] };
/** Fields of the form: the service they choose follows. */
const [BAG, SEAT] = ['bag:', 'seat:'];
const QUANTITY = /^\d{1,2}$/;

/** The form with everything that can be added now. */
export async function showServicesForm(
  context: PageContext,
  guest: GuestContext,
  added: ExchangedItem,
  problem?: ServicesFormView['problem'],
): Promise<ServicesFormView> {
  const { app, form } = context;
  const { item, claim } = added;
  const { tripItem, itemId } = item;
  if (tripItem.kind !== 'flight') throw refuse('booking_not_found');
  const { listed } = await checkServices(app, guest.caller, claim, NOTHING);
  const addable = listed.kind === 'addable' ? listed : NOTHING_TO_ADD;
  const show = (price: Money) => convertMoney(price, item.total.currency, item.rate);
  const places = placesOf(context);
  const facts = { booking: guest.booking, flight: tripItem, show, form };
  return {
    kind: 'services_form',
    itemId,
    item: viewBookedItem(guest.booking, tripItem, { places, now: guest.caller.now }),
    bags: viewBags(addable, { ...facts, cityOf: (airport) => places.airport(airport)?.cityName ?? airport }),
    seats: viewSeats(addable, facts),
    problem,
    csrf: formTokenOf(app, guest.session),
  };
}

const NOTHING_TO_ADD: Addable = { bags: [], seats: [] };

/** A quote of what was chosen, or the form once more, with what is wrong. */
export async function quoteServices(
  context: PageContext,
  guest: GuestContext,
  added: ExchangedItem,
): Promise<
  | { readonly kind: 'quoted'; readonly change: BookingChange }
  | { readonly kind: 'again'; readonly view: ServicesFormView }
> {
  const again = async (problem: ServicesFormView['problem']) =>
    ({ kind: 'again', view: await showServicesForm(context, guest, added, problem) }) as const;
  const wanted = readForm(context.form);
  if (wanted === undefined) return again('gone');
  if (wanted.bags.length + wanted.seats.length === 0) return again('nothing');
  try {
    const { quote } = await checkServices(context.app, guest.caller, added.claim, wanted);
    return quote === undefined ? again('nothing') : { kind: 'quoted', change: quote.change };
  } catch (error) {
    if (error instanceof Refusal && error.condition === 'body_invalid') return again('gone');
    throw error;
  }
}

/** What the fields choose; undefined where one cannot be read. */
function readForm(form: PageContext['form']): WantedServices | undefined {
  const fields = Object.entries(form);
  const counts = fields.filter(([name, value]) => name.startsWith(BAG) && value.trim() !== '');
  if (counts.some(([, value]) => !QUANTITY.test(value.trim()))) return undefined;
  const bags = counts
    .map(([name, value]) => ({ serviceKey: name.slice(BAG.length), quantity: Number(value) }))
    .filter(({ quantity }) => quantity > 0);
  const seats = fields
    .filter(([name, value]) => name.startsWith(SEAT) && value !== '')
    .map(([name, seatNumber]) => {
      const [segmentId = '', travelerId] = name.slice(SEAT.length).split(':');
      return { segmentId, travelerId, seatNumber };
    });
  return { bags, seats };
}

interface FormFacts {
  readonly booking: Booking;
  readonly flight: FlightItem;
  readonly form: PageContext['form'];
  show(price: Money): Money;
}

function viewBags(
  { bags }: Addable,
  { booking, flight, form, show, cityOf }: FormFacts & { cityOf(airport: string): string },
): ServicesFormView['bags'] {
  return bags.map((bag) => {
    const name = `${BAG}${bag.serviceKey}`;
    const { type, weightKg, price, quantityMax, travelerId } = bag;
    return {
      name,
      route: routeOf(flight, bag, cityOf),
      travelerName: nameOf(booking, travelerId),
      type,
      weightKg,
      price: show(price),
      quantityMax,
      quantity: form[name] ?? '0',
    };
  });
}

/** From where to where a bag is carried: the flights it is sold for together. */
function routeOf({ offer }: FlightItem, { segmentIds }: AddableBag, cityOf: (airport: string) => string): string {
  return offer.slices
    .map(({ segments }) => segments.filter(({ segmentId }) => segmentIds.includes(segmentId)))
    .filter((segments) => segments.length > 0)
    .map((segments) => {
      const [from, to] = [segments[0]?.depart.airport ?? '', segments.at(-1)?.arrive.airport ?? ''];
      return `${cityOf(from)} → ${cityOf(to)}`;
    })
    .join(', ');
}

/** One list for each traveler on each flight where any seat is free for them. */
function viewSeats({ seats }: Addable, { booking, flight, form, show }: FormFacts): ServicesFormView['seats'] {
  const segments = flight.offer.slices.flatMap((slice) => slice.segments);
  return segments.flatMap(({ segmentId, flightNumber }) => {
    const ofSegment = seats.filter((seat) => seat.segmentId === segmentId);
    return booking.travelers.flatMap(({ travelerId }): ServicesFormView['seats'] => {
      const options = ofSegment.flatMap(({ seatNumber, features, prices }) => {
        const price = prices.find((candidate) => candidate.travelerId === travelerId)?.price;
        return price === undefined ? [] : [{ seatNumber, features, price: show(price) }];
      });
      if (options.length === 0) return [];
      const name = `${SEAT}${segmentId}:${travelerId}`;
      return [
        { name, flight: flightNumber, travelerName: nameOf(booking, travelerId), options, chosen: form[name] ?? '' },
      ];
    });
  });
}

function nameOf({ travelers }: Booking, id: string): string {
  const traveler = travelers.find(({ travelerId }) => travelerId === id);
  return traveler === undefined ? '' : `${traveler.firstName} ${traveler.lastName}`;
}
