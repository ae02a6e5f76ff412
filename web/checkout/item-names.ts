import type { OrderView } from './view.ts';
import type { FlightView, ItemView, RentalView } from './view-item.ts';
import type { Messages } from './wording.ts';

/** What an item is, numbered among several of its kind: `Flight 2`, `Hotel`. */
export function headingOf(messages: Messages, order: Pick<OrderView, 'items'>, item: ItemView): string {
  const alike = order.items.filter((other) => other.kind === item.kind);
  const name = messages.kinds[item.kind];
  return alike.length > 1 ? `${name} ${alike.indexOf(item) + 1}` : name;
}

/** Which one it is, in one line: where a flight goes, the hotel, the car. */
export function titleOf(messages: Messages, item: ItemView): string {
  switch (item.kind) {
    case 'flight':
      return routeOf(item);
    case 'hotel':
      return item.hotelName;
    case 'car':
      return carOf(messages, item);
    default:
      return item satisfies never;
  }
}

/** Where a flight item goes. */
function routeOf(flight: FlightView): string {
  const [first] = flight.slices;
  return first ? `${first.originCity} ${flight.slices.length === 2 ? '⇄' : '→'} ${first.destinationCity}` : '';
}

/** `Compact · Volkswagen Golf or similar`: a class is rented, never one certain car. */
export function carOf(messages: Messages, { category, model }: Pick<RentalView, 'category' | 'model'>): string {
  const car = messages.rental.similar(model);
  return category === undefined ? car : `${messages.rental.categories[category.letter] ?? category.name} · ${car}`;
}
