import type { App } from '../../context.ts';
import type { JobOutcome, JobRun } from '../../platform/jobs/job.ts';
import { callSupplier } from '../../suppliers/calls/call-supplier.ts';
import { findSupplier } from '../../suppliers/calls/find-supplier.ts';
import type { HotelContentSource } from '../../suppliers/ports/hotels.ts';
import { SupplierFailure } from '../../suppliers/ports/supplier.ts';
import { withHotelZone } from '../../travel/geography/local-zone.ts';
import { changedSince } from '../model/content-states.ts';
import { termsOf } from './hotel-terms.ts';
import {
  type CityContent,
  type CityKey,
  endRound,
  findCity,
  recordFailure,
  recordPage,
  startRound,
} from './store-city.ts';
import { deleteHotels, deleteUnlisted, upsertHotels } from './store-hotels.ts';

/** Hotels of a city that are stored; what a supplier has beyond is known by its number alone. */
const CITY_HOTELS_MAX = 10_000;
/** A run reads so many pages, then lets other cities have its place. */
const RUN_PAGES_MAX = 10;
const PAGE_TIMEOUT_MS = 20_000;
/** How long a run waits for its share of the supplier. */
const WAIT_SECONDS = { least: 5, usual: 60, most: 3_600 } as const;
const NEXT_RUN_SECONDS = 1;

/**
 * Reads the hotels of a city page by page, each stored with the place where the next begins: a run that ends in the
 * middle is gone on with. Throws the supplier's failure; being out of its share of the supplier is none.
 */
export async function fillCity(app: App, key: CityKey, run: JobRun): Promise<JobOutcome> {
  const source = findSupplier(app, { kind: 'hotel', supplierId: key.supplier })?.content;
  const known = await findCity(app.db, key);
  if (known === undefined) return undefined;
  if (source === undefined) {
    await giveUpCity(app, key, 'The supplier is no longer connected.');
    return undefined;
  }
  const now = app.clock.now();
  let city =
    known.status === 'waiting' ? await startRound(app.db, key, { now, changedSince: changedSince(known, now) }) : known;
  for (let page = 0; page < RUN_PAGES_MAX; page += 1) {
    if (city === undefined || city.status !== 'filling') return undefined;
    if (run.signal.aborted) break;
    const waits = await fillPage(app, source, city, run);
    if (waits !== undefined) return { runAgainInSeconds: waits };
    city = await findCity(app.db, key);
  }
  return city?.status === 'filling' ? { runAgainInSeconds: NEXT_RUN_SECONDS } : undefined;
}

/** Ends a round that could not be read to its end; the last failure stands unless another is given. */
export async function giveUpCity(app: App, key: CityKey, failure: string | undefined): Promise<void> {
  const known = await findCity(app.db, key);
  if (known?.status === 'waiting') await startRound(app.db, key, { now: app.clock.now(), changedSince: undefined });
  await recordFailure(app.db, key, { failure, isGivenUp: true, now: app.clock.now() });
}

/** Reads and stores one page; returns seconds to wait where nothing was asked because the share is used up. */
async function fillPage(
  app: App,
  source: HotelContentSource,
  city: CityContent,
  { organizationId, now, signal }: JobRun,
): Promise<number | undefined> {
  const call = { organizationId, now, signal, purpose: 'discovery', timeoutMs: PAGE_TIMEOUT_MS } as const;
  const { country, name: cityName, nextOffset: offset, changedSince: since } = city;
  try {
    const page = await callSupplier(app, call, (context) =>
      source.listCity({ country, cityName, offset, changedSince: since }, context),
    );
    const hotels = page.hotels.map((hotel) => {
      const placed = withHotelZone(app.places, hotel);
      return { hotel: placed, terms: termsOf(placed) };
    });
    const isEnded = await app.db.transaction(async (tx) => {
      const at = app.clock.now();
      const read = hotels.length + page.removedIds.length + page.leftOut;
      const nextOffset = page.nextOffset ?? offset + read;
      const result = { nextOffset, listed: page.total, read, leftOut: page.leftOut };
      if (!(await recordPage(tx, city, result, at))) return false;
      await upsertHotels(tx, city, hotels);
      await deleteHotels(tx, city.supplier, page.removedIds);
      if (page.nextOffset !== undefined && nextOffset < CITY_HOTELS_MAX) return false;
      // A list that was cut off says nothing about the hotels behind the cut.
      if (since === undefined && page.nextOffset === undefined) await deleteUnlisted(tx, city);
      await endRound(tx, city, at);
      return true;
    });
    if (isEnded) app.contentIndex.forgetTowns();
    return undefined;
  } catch (error) {
    if (!(error instanceof SupplierFailure)) throw error;
    await recordFailure(app.db, city, { failure: describeFailure(error), isGivenUp: false, now: app.clock.now() });
    if (error.kind !== 'rate_limited') throw error;
    const { least, usual, most } = WAIT_SECONDS;
    return Math.min(Math.max(error.retryAfterSeconds ?? usual, least), most);
  }
}

/** What an answer may say of a failure: its kind, not the supplier's own sentence. */
function describeFailure({ kind, isOwnLimit }: SupplierFailure): string {
  if (kind === 'rate_limited') return isOwnLimit ? 'waits for its share of the supplier' : 'the supplier is busy';
  return FAILURES[kind];
}
const FAILURES = {
  rejected: 'the supplier refused the request',
  error: 'the supplier failed',
  unavailable: 'the supplier cannot be reached',
  unauthorised: 'the supplier does not accept the key',
  timeout: 'the supplier did not answer in time',
} as const satisfies Record<Exclude<SupplierFailure['kind'], 'rate_limited'>, string>;
