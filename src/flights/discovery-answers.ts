import type { App, Caller } from '../context.ts';
import type { RenderedJson, StreamEvent } from '../platform/http/route.ts';
import { answerOnce, type FreshAnswer } from '../offers/answers/answer-cache.ts';
import { presentValue } from '../travel/money.ts';
import type { Locale } from '../travel/locale.ts';
import { coverageOfDates, coverageOfDestinations } from './discovery/coverage-of.ts';
import { findDates } from './discovery/find-dates.ts';
import { findDestinations } from './discovery/find-destinations.ts';
import { findLowestFares } from './discovery/lowest-fare.ts';
import { type DiscoveryInput, readDiscovery } from './discovery/read-discovery.ts';
import { type MissingFareResult, searchMissingFares } from './discovery/search-missing-fares.ts';
import { searchCalendar } from './discovery/search-calendar.ts';
import { journeyKeyOf, type MissingFare } from './model/day-coverage.ts';
import type { Discovery } from './model/discovery.ts';
import { pickSamples } from './model/sampling/pick-samples.ts';
import { presentCalendar, presentDestinations, presentList } from './render/present-discovery.ts';
import { calendarDays } from './discovery/calendar-days.ts';
import { displayOffers } from './search/filter-and-price.ts';
import { readPageToken, signPageToken } from './search/page-token.ts';
import { recordDiscoveryDemand } from './search/record-search-demand.ts';
import { assertSupplied } from './search/search-flights.ts';

/** No live search of a sample is begun after this: an answer ends within 25 seconds. */
const SAMPLING_MS = 14_000;

/** What every body of a discovery holds. */
export interface DiscoveryBody {
  readonly locale: Locale;
  readonly page_token?: string | undefined;
}

/** One discovery to be answered. */
export interface DiscoveryRequest {
  /** The operation, which its cached answers are named by. */
  readonly name: string;
  readonly body: DiscoveryBody;
  readonly input: DiscoveryInput;
  readonly signal: AbortSignal;
  readonly find: FindAnswer;
}

/** An answer, and the date pairs of which it knows no fare. */
interface DiscoveryAnswer extends FreshAnswer {
  readonly missing: readonly MissingFare[];
}

/** Answers a discovery that has been read, from what is published and what was seen. */
export type FindAnswer = (app: App, caller: Caller, query: DiscoveryQuery) => Promise<DiscoveryAnswer>;

interface DiscoveryQuery {
  readonly input: DiscoveryInput;
  readonly discovery: Discovery;
  readonly locale: Locale;
  readonly signal: AbortSignal;
  readonly sampled: ReadonlySet<string>;
}

const NOTHING_SAMPLED: ReadonlySet<string> = new Set();

/** Answers a discovery as a whole, after its samples. */
export async function answerDiscovery(app: App, caller: Caller, request: DiscoveryRequest): Promise<RenderedJson> {
  assertSupplied(app);
  return await answerOnce(app, caller, `${request.name}|${JSON.stringify(request.body)}`, async () => {
    const query = readQuery(app, caller, request);
    const known = await request.find(app, caller, query);
    const picked = pickMissing(query, known);
    if (picked.length === 0) return known;
    const sampled = new Set<string>();
    for await (const sample of startSampling(app, caller, query, picked)) addSampled(sampled, sample);
    return await answerSampled(app, caller, request, { ...query, sampled });
  });
}

/**
 * Streams a discovery: `known` with what is known without asking anybody, `sampled` for each live search as it ends,
 * then `done` with the plain answer. What is refused is thrown before the first event.
 */
export async function openDiscovery(
  app: App,
  caller: Caller,
  request: DiscoveryRequest,
): Promise<AsyncIterable<StreamEvent>> {
  assertSupplied(app);
  const query = readQuery(app, caller, request);
  return streamDiscovery(app, caller, request, { query, known: await request.find(app, caller, query) });
}

async function* streamDiscovery(
  app: App,
  caller: Caller,
  request: DiscoveryRequest,
  { query, known }: { readonly query: DiscoveryQuery; readonly known: DiscoveryAnswer },
): AsyncGenerator<StreamEvent> {
  const picked = pickMissing(query, known);
  if (picked.length === 0) {
    known.onGiven?.();
    yield { event: 'done', data: known.value };
    return;
  }
  yield { event: 'known', data: known.value };
  const sampled = new Set<string>();
  for await (const sample of startSampling(app, caller, query, picked)) {
    addSampled(sampled, sample);
    yield { event: 'sampled', data: presentSample(app, query, sample) };
  }
  const done = await answerSampled(app, caller, request, { ...query, sampled });
  done.onGiven?.();
  yield { event: 'done', data: done.value };
}

function readQuery(app: App, caller: Caller, { body, input, signal }: DiscoveryRequest): DiscoveryQuery {
  const offset = body.page_token === undefined ? input.offset : readPageToken(app, caller, input, body.page_token);
  const whole = { ...input, offset };
  return {
    input: whole,
    discovery: readDiscovery(app, caller, whole),
    locale: body.locale,
    signal,
    sampled: NOTHING_SAMPLED,
  };
}

function pickMissing({ discovery }: DiscoveryQuery, { missing }: DiscoveryAnswer): readonly MissingFare[] {
  return discovery.sample === 0 ? [] : pickSamples(missing, discovery.dates, discovery.sample);
}

function startSampling(
  app: App,
  caller: Caller,
  { discovery, signal }: DiscoveryQuery,
  picked: readonly MissingFare[],
) {
  const { passengers, ages, cabinClass } = discovery;
  const { organizationId } = caller;
  const terms = { purpose: 'discovery', budgetMs: SAMPLING_MS, signal } as const;
  return searchMissingFares(app, caller, picked, { passengers, ages, cabinClass, asker: organizationId, ...terms });
}

function addSampled(sampled: Set<string>, { fare, status }: MissingFareResult): void {
  if (status === 'ok') sampled.add(journeyKeyOf(fare));
}

/** The answer with what was sampled: written first, so that it is read like everything else that was seen. */
async function answerSampled(
  app: App,
  caller: Caller,
  request: DiscoveryRequest,
  query: DiscoveryQuery,
): Promise<DiscoveryAnswer> {
  await app.observedFares.settle();
  return await request.find(app, caller, query);
}

function presentSample(app: App, { discovery }: DiscoveryQuery, { fare, status, offers }: MissingFareResult) {
  const { filters, currency } = discovery;
  const [cheapest] = displayOffers(app, offers, { filters, currency, sort: 'lowest' }).shown;
  return {
    origin: fare.origin.cityCode,
    destination: fare.destination.cityCode,
    departure_date: fare.dates.departure,
    return_date: fare.dates.return,
    status,
    lowest: cheapest === undefined ? null : presentValue(cheapest.fares[0].total),
    as_of: app.clock.now().toISOString(),
  };
}

/** find_destination and destination-search. */
export const answerDestinations: FindAnswer = async (app, caller, { input, discovery, locale, ...call }) => {
  const result = await findDestinations(app, caller, { discovery, ...call });
  const nextPageToken =
    result.nextOffset === undefined ? undefined : signPageToken(app, caller, input, result.nextOffset);
  const value = await presentDestinations(app, caller, result, {
    discovery,
    locale,
    nextPageToken,
    coverage: coverageOfDestinations(app, discovery, result),
  });
  const onGiven = recordDiscoveryDemand(
    app,
    caller,
    { discovery, named: input.destinations },
    result.cities.flatMap(({ flights }) => flights),
  );
  return { value, isCacheable: result.isComplete && result.cities.length > 0, onGiven, missing: result.missing };
};

/** flight_calendar. */
export const answerCalendar: FindAnswer = async (app, caller, { input, discovery, locale, ...call }) => {
  const calendar = await searchCalendar(app, caller, { discovery, ...call });
  const { days, isComplete, seenAt, coverage } = calendar;
  const all = calendarDays(app, discovery, calendar);
  const end = discovery.offset + discovery.limit;
  const nextPageToken = end < all.length ? signPageToken(app, caller, input, end) : undefined;
  const page = { days: all.slice(discovery.offset, end), total: days.length, seenAt };
  return {
    value: await presentCalendar(app, caller, page, {
      discovery,
      locale,
      nextPageToken,
      coverage: coverageOfDates(app, discovery, { found: days.length, coverage }),
    }),
    isCacheable: isComplete && days.length > 0,
    onGiven: recordDiscoveryDemand(
      app,
      caller,
      { discovery, named: input.destinations },
      days.map(({ shown }) => shown),
    ),
    missing: calendar.missing,
  };
};

/** find_dates. */
export const answerDates: FindAnswer = async (app, caller, { input, discovery, locale, ...call }) => {
  const { days, found, isComplete, seenAt, coverage, missing } = await findDates(app, caller, { discovery, ...call });
  const shown = days.map((day) => day.shown);
  return {
    value: await presentList(
      app,
      caller,
      { shown, seenAt },
      { discovery, locale, nextPageToken: undefined, coverage: coverageOfDates(app, discovery, { found, coverage }) },
    ),
    isCacheable: isComplete && days.length > 0,
    onGiven: recordDiscoveryDemand(app, caller, { discovery, named: input.destinations }, shown),
    missing,
  };
};

/** lowest_fare. */
export const answerLowestFares: FindAnswer = async (app, caller, { input, discovery, locale, ...call }) => {
  const list = await findLowestFares(app, caller, { discovery, ...call });
  const found = Math.min(list.shown.length, 1);
  return {
    value: await presentList(app, caller, list, {
      discovery,
      locale,
      nextPageToken: undefined,
      coverage: coverageOfDates(app, discovery, { found, coverage: list.coverage }),
    }),
    isCacheable: list.isComplete && list.shown.length > 0,
    onGiven: recordDiscoveryDemand(app, caller, { discovery, named: input.destinations }, list.shown),
    missing: list.missing,
  };
};
