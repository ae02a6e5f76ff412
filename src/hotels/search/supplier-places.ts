import type { App, Caller } from '../../context.ts';
import { findPlaceByName } from '../../places/find-place.ts';
import { foldPlaceName } from '../../places/place-names.ts';
import { querySuppliers } from '../../suppliers/calls/query-suppliers.ts';
import type { SupplierPlace } from '../../suppliers/ports/hotels.ts';
import type { SupplierFailure } from '../../suppliers/ports/supplier.ts';
import type { StayPlace } from '../../travel/stay.ts';

/** A shorter name is asked about nowhere. */
const LETTERS_MIN = 3;
/** The search itself comes after it. */
const TIMEOUT_MS_MAX = 4_000;

/** A town that neither the directory nor what is stored here has: a supplier knows it. */
export interface LookedUpTown {
  readonly name: string;
  /** ISO code; undefined where the supplier does not say. */
  readonly country: string | undefined;
  readonly place: Extract<StayPlace, { kind: 'supplier_place' }>;
}

/** Towns as suppliers' own searches of places know them. Each text is asked about once a quarter of an hour. */
export interface SupplierPlaces {
  /** The town that is wholly called this, in one country if it is said; its country may stand behind it. */
  findTown(text: string, countryCode: string | undefined): Promise<LookedUpTown | undefined>;
  /** Why a supplier could not be asked; undefined while all that were asked have answered. */
  failure(): SupplierFailure | undefined;
}

/** How long one request may ask, and whether it may: a request that is refused anyhow asks nobody. */
export interface PlaceTerms {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly mayAsk: boolean;
}

/** Opens the searches of places for one request. */
export function openSupplierPlaces(app: App, caller: Caller, terms: PlaceTerms): SupplierPlaces {
  const { timeoutMs, signal, mayAsk } = terms;
  const suppliers = mayAsk ? app.hotelSuppliers.filter(({ content }) => content?.findPlaces !== undefined) : [];
  let failure: SupplierFailure | undefined;
  return {
    failure: () => failure,
    async findTown(text, countryCode) {
      if (suppliers.length === 0 || foldPlaceName(text).length < LETTERS_MIN) return undefined;
      const country = countryCode === undefined ? undefined : app.places.country(countryCode)?.name;
      const replies = await querySuppliers(app, caller, suppliers, {
        purpose: 'search',
        timeoutMs: Math.min(timeoutMs, TIMEOUT_MS_MAX),
        signal,
        ask: async ({ content }, context) =>
          (await content?.findPlaces?.(country === undefined ? text : `${text}, ${country}`, context)) ?? [],
      });
      failure ??= replies.find(({ status }) => status !== 'ok')?.failure;
      const towns = replies.flatMap(({ supplier, answer }) =>
        (answer ?? []).filter((one) => isCalled(one, text)).map((one) => toTown(app, supplier.id, one)),
      );
      return towns.find((town) => countryCode === undefined || town.country === countryCode);
    },
  };
}

function isCalled({ name, countryName }: SupplierPlace, text: string): boolean {
  const typed = foldPlaceName(text);
  return typed === foldPlaceName(name) || typed === foldPlaceName(`${name} ${countryName ?? ''}`.trim());
}

function toTown({ places }: Pick<App, 'places'>, supplierId: string, found: SupplierPlace): LookedUpTown {
  const { placeId, name, countryName: text } = found;
  const country =
    text === undefined
      ? undefined
      : findPlaceByName(places, { text, kinds: ['country'], countryCode: undefined, locale: 'en' })?.code;
  return { name, country, place: { kind: 'supplier_place', supplierId, placeId } };
}
