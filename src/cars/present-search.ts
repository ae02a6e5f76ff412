import type { App, Caller } from '../context.ts';
import { presentStop, presentVehicle } from '../offers/describe/describe-rental.ts';
import { carImageUrl } from '../offers/pictures/car-image.ts';
import { PRODUCT_LIFE_SECONDS, sealProduct } from '../offers/token/product-token.ts';
import type { StatedSchedule } from '../travel/cancellation.ts';
import type { Locale } from '../travel/locale.ts';
import { type Money, presentValue } from '../travel/money.ts';
import type { PlaceDirectory } from '../travel/place-directory.ts';
import { convertRental } from '../travel/rental-total.ts';
import {
  dueAtCounter,
  payNowOfRental,
  type RentalExtra,
  type RentalStop,
  type RentalVehicle,
} from '../travel/rental.ts';
import { bodyOf } from './model/acriss.ts';
import type { DisplayRental } from './model/car-search.ts';
import { freeCancellationUntil } from './model/display-rentals.ts';
import type { SupplierStatus } from '../suppliers/calls/search-suppliers.ts';
import type { CarSearchResult } from './search-cars.ts';

/** What all offers of an answer are written with. */
interface OfferRenderContext {
  readonly app: App;
  readonly caller: Caller;
  /** In the language asked for. */
  readonly places: PlaceDirectory;
  readonly currency: string;
  readonly expiresAt: Date;
}

/** The whole answer as JSON bytes. */
export function renderSearch(
  app: App,
  caller: Caller,
  result: CarSearchResult,
  { locale, nextPageToken }: { readonly locale: Locale; readonly nextPageToken: string | undefined },
): Buffer {
  const { search, facets } = result;
  const rendering: OfferRenderContext = {
    app,
    caller,
    places: app.places.inLanguage(locale),
    currency: search.currency,
    expiresAt: new Date(caller.now.getTime() + PRODUCT_LIFE_SECONDS * 1_000),
  };
  return Buffer.from(
    JSON.stringify({
      offers: result.shown.map((shown) => presentOffer(rendering, shown)),
      total: result.total,
      pagination: { next_page_token: nextPageToken },
      driver: {
        age: search.query.driverAge,
        is_age_assumed: search.isAgeAssumed,
        residence_country: search.query.residenceCountry ?? null,
      },
      facets: {
        categories: facets.categories,
        body_types: facets.bodyTypes,
        transmissions: facets.transmissions,
        vendors: facets.vendors,
      },
      filters_applied: search.filtersApplied,
      empty_reason: result.emptyReason ?? null,
      supplier_statuses: result.statuses.map(presentStatus),
      left_out: { hidden_offers: result.hidden ?? null, beyond_supplier_bound: result.beyondBound },
    }),
  );
}

function presentStatus({ provider, status, offerCount, elapsedMs }: SupplierStatus) {
  return { provider, status, offer_count: offerCount, elapsed_ms: elapsedMs };
}

function presentOffer(rendering: OfferRenderContext, shown: DisplayRental) {
  const { offer } = shown;
  const money = convertRental(offer, rendering.currency, shown.rate);
  const { mileage } = money;
  const originPrice = payNowOfRental(offer);
  return {
    offer_id: sealRental(rendering, shown, originPrice),
    expires_at: rendering.expiresAt.toISOString(),
    provider: shown.supplierId,
    vendor: offer.vendorName,
    vehicle: presentListedVehicle(offer.vehicle, offer.vendorName, rendering.app.config.publicUrl),
    pick_up: presentListedStop(rendering.places, offer.pickUp),
    drop_off: presentListedStop(rendering.places, offer.dropOff),
    days: offer.days,
    price: presentValue(shown.payNow),
    ...(shown.serviceFee && { service_fee: presentValue(shown.serviceFee) }),
    due_at_desk: money.charges
      .filter(({ paidAt }) => paidAt === 'local')
      .map(({ description, amount }) => ({ description, price: presentValue(amount) })),
    due_at_desk_total: presentValue(shown.dueAtCounter),
    total: presentValue(shown.total),
    charges: money.charges.map(({ description, amount, paidAt }) => ({
      description,
      price: presentValue(amount),
      paid_at: paidAt,
    })),
    ...(money.deposit === undefined
      ? { deposit: null, deposit_known: false }
      : { deposit: presentValue(money.deposit) }),
    on_request: offer.isOnRequest,
    mileage:
      mileage === undefined
        ? null
        : {
            unlimited: mileage.isUnlimited,
            included_km: mileage.includedKm ?? null,
            extra_per_km: mileage.extraPerKm === undefined ? null : presentValue(mileage.extraPerKm),
          },
    fuel_policy: offer.fuelPolicy ?? null,
    is_refundable: offer.isRefundable ?? null,
    free_cancellation_until: freeCancellationUntil(offer, rendering.caller.now)?.toISOString() ?? null,
    ...presentSchedule(money.cancellation),
    available_ancillaries: money.extras.map(presentExtra),
    conversion_rate: shown.rate,
    origin_price: presentValue(originPrice),
    origin_due_at_desk_total: presentValue(dueAtCounter(offer)),
    cars_left: offer.carsLeft ?? null,
  };
}

function sealRental(
  { app, caller, currency, expiresAt }: OfferRenderContext,
  { supplierId, offer }: DisplayRental,
  originPrice: Money,
): string {
  return sealProduct(app, caller.organizationId, 'car', {
    supplierId,
    productKey: offer.offerKey,
    displayCurrency: currency,
    originPrice,
    expiresAt,
  });
}

function presentSchedule(schedule: StatedSchedule) {
  if (schedule === 'unknown') return { cancellation_schedule: null, cancellation_schedule_known: false };
  return {
    cancellation_schedule: schedule.map(({ from, penalty, basis }) => ({
      cancel_time: from.toISOString(),
      penalty: presentValue(penalty),
      type: basis,
    })),
  };
}

/** Vehicles of no stated class are drawn as a compact one. */
const DRAWN_CLASS = 'CCMR';

function presentListedVehicle(vehicle: RentalVehicle, vendorName: string, publicUrl: string) {
  return {
    ...presentVehicle(vehicle),
    body_type: vehicle.acrissCode === undefined ? null : bodyOf(vehicle.acrissCode),
    image: carImageUrl(publicUrl, { acrissCode: vehicle.acrissCode ?? DRAWN_CLASS, vendorName }),
  };
}

/** Its city is named in the language asked for, where it is one of ours. */
function presentListedStop(places: PlaceDirectory, stop: RentalStop) {
  return {
    ...presentStop(stop),
    city: places.city(stop.cityCode ?? '')?.name ?? stop.cityName,
    city_code: stop.cityCode ?? null,
  };
}

function presentExtra({ ancillaryKey, label, description, type, paidAt, price, quantityMax }: RentalExtra) {
  return {
    offer_id: ancillaryKey,
    label,
    description,
    type,
    paid_at: paidAt,
    price: presentValue(price),
    max_quantity: quantityMax ?? null,
  };
}
