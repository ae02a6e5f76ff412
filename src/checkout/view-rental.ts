import type {
  ItemCommonView,
  LaterPartView,
  RentalExtraView,
  RentalView,
  StopView,
} from '../../web/checkout/view-item.ts';
import { convertMoney, timesMoney } from '../travel/money.ts';
import type { Mileage, RentalStop, RentalVehicle } from '../travel/rental.ts';
import type { RentalItem } from '../trips/model/trip.ts';
import { ownPrice } from './model/own-price.ts';
import { viewCancellation } from './view-cancellation.ts';

/** The supplier that names its charges in words of a closed list: the built-in rental companies. */
const STANDARD_NAMED = 'sandbox_cars';

/** A rental item for the hosted page, as of `now`. */
export function viewRental(item: RentalItem, common: ItemCommonView, now: Date): RentalView {
  const { rental } = item;
  const { vehicle, mileage } = rental;
  const extras = viewExtras(item);
  return {
    kind: 'car',
    ...common,
    hasStandardNames: item.supplierId === STANDARD_NAMED,
    vendorName: rental.vendorName,
    category: viewCategory(vehicle),
    model: vehicle.name.replace(/ or similar$/, ''),
    transmission: vehicle.transmission,
    fuel: vehicle.fuel,
    seats: vehicle.seats,
    bagsLarge: vehicle.bagsLarge,
    bagsSmall: vehicle.bagsSmall,
    hasAirConditioning: vehicle.hasAirConditioning,
    pickUp: viewStop(rental.pickUp),
    dropOff: viewStop(rental.dropOff),
    days: rental.days,
    driverAge: rental.driverAge,
    mileage: mileage && (mileage.isUnlimited ? UNLIMITED : limitedOf(mileage)),
    fuelPolicy: rental.fuelPolicy,
    deposit: rental.deposit,
    isOnRequest: rental.isOnRequest,
    extras,
    laterParts: viewLaterParts(item, extras),
    cancellation: viewCancellation(item, now),
    price: ownPrice(
      common,
      extras.filter(({ paidAt }) => paidAt === 'now'),
    ),
  };
}

const UNLIMITED = { includedKm: undefined, extraPerKm: undefined };

/** A limit nobody states is none that could be shown: it is not stated how far the car may be driven. */
function limitedOf({ includedKm, extraPerKm }: Mileage): RentalView['mileage'] {
  return includedKm === undefined ? undefined : { includedKm, extraPerKm };
}

function viewCategory({ acrissCode, category }: RentalVehicle): RentalView['category'] {
  if (acrissCode === undefined) return category === undefined ? undefined : { letter: '', name: category };
  return { letter: acrissCode.charAt(0), name: category ?? acrissCode };
}

function viewStop({ branchName, address, at, opens, closes }: RentalStop): StopView {
  return { branchName, address, timeLocal: at, hours: viewHours(opens, closes) };
}

function viewHours(opens: string | undefined, closes: string | undefined): StopView['hours'] {
  if (opens === undefined || closes === undefined) return 'unknown';
  return opens === '00:00' && closes === '24:00' ? undefined : { opens, closes };
}

/** Each extra in the currency it is paid in: the trip's now, the counter's there. */
function viewExtras({ rental, ancillaries, price, rate }: RentalItem): readonly RentalExtraView[] {
  return ancillaries.flatMap(({ ancillaryKey, quantity }) => {
    const extra = rental.extras.find((candidate) => candidate.ancillaryKey === ancillaryKey);
    if (!extra) return [];
    const { type, paidAt } = extra;
    const each = paidAt === 'now' ? convertMoney(extra.price, price.currency, rate) : extra.price;
    return [{ type, quantity, paidAt, price: timesMoney(each, quantity) }];
  });
}

function viewLaterParts({ rental }: RentalItem, extras: readonly RentalExtraView[]): readonly LaterPartView[] {
  const charges = rental.charges.filter(({ paidAt }) => paidAt === 'local');
  return [
    ...charges.map(({ description, amount }): LaterPartView => ({ kind: 'charge', name: description, amount })),
    ...extras
      .filter(({ paidAt }) => paidAt === 'local')
      .map((extra): LaterPartView => ({ kind: 'extra', extra, amount: extra.price })),
  ];
}
