import { readSoldDays, readUnfinished } from '../bookings/search/search-bookings.ts';
import type { App, Caller } from '../context.ts';
import { readUnsentMails } from '../mail/resend-mail.ts';
import { readUsedToday } from '../metering/read-usage.ts';
import { countWaits } from '../servicing/read-changes.ts';
import { addMoney, type Money, money } from '../travel/money.ts';
import { addDays } from '../travel/dates.ts';
import { listWebhooks } from '../webhooks/read-webhooks.ts';

const DAY_LENGTH = 'YYYY-MM-DD'.length;
/** Days that the overview looks back over, today included. */
const daysShown = 7;
/** A fulfilment that takes longer than this is looked at by people (docs/runbook.md). */
const SLOW_MS = 6 * 3_600_000;
/** Operations that are counted as searches. */
const SEARCHES: readonly string[] = [
  'flight_search',
  'flights_search',
  'hotel_search',
  'hotels_shop',
  'car_search',
  'find_destination',
  'flights_destination_search',
  'flight_calendar',
  'find_dates',
  'lowest_fare',
];

/** What was sold on one day. */
export interface OverviewDay {
  readonly day: string;
  readonly orders: number;
  readonly failed: number;
  /** Paid less given back, by currency. */
  readonly revenue: readonly Money[];
}

/** How an organization does today. */
export interface Overview {
  readonly searchesToday: number;
  readonly callsToday: number;
  /** The last seven days, oldest first; the last one is today. */
  readonly days: readonly OverviewDay[];
  readonly waiting: {
    /** Changes that people here decide or settle. */
    readonly decisions: number;
    /** Changes that people at a supplier decide. */
    readonly supplierPeople: number;
    readonly fulfilments: number;
    readonly slowFulfilments: number;
  };
  readonly problems: {
    readonly unsentMails: number;
    readonly failingWebhooks: number;
    readonly disabledWebhooks: number;
  };
}

/** Today's searches, orders and revenue, what waits for people, and what does not work. */
export async function readOverview(app: App, caller: Caller): Promise<Overview> {
  const { organizationId, now } = caller;
  const today = now.toISOString().slice(0, DAY_LENGTH);
  const first = addDays(today, 1 - daysShown);
  const [used, sold, unfinished, waits, unsentMails, endpoints] = await Promise.all([
    readUsedToday(app, caller),
    readSoldDays(app, organizationId, new Date(`${first}T00:00:00Z`)),
    readUnfinished(app, organizationId, new Date(now.getTime() - SLOW_MS)),
    countWaits(app, organizationId),
    readUnsentMails(app, organizationId, new Date(`${today}T00:00:00Z`)),
    listWebhooks(app, caller),
  ]);
  return {
    searchesToday: used.filter(({ operationId }) => SEARCHES.includes(operationId)).reduce(sumCalls, 0),
    callsToday: used.reduce(sumCalls, 0),
    days: Array.from({ length: daysShown }, (_, index) => dayOf(addDays(first, index), sold)),
    waiting: {
      decisions: waits.get('us') ?? 0,
      supplierPeople: waits.get('people') ?? 0,
      fulfilments: unfinished.count,
      slowFulfilments: unfinished.old,
    },
    problems: {
      unsentMails,
      failingWebhooks: endpoints.filter(({ status, failingSince }) => status === 'active' && failingSince).length,
      disabledWebhooks: endpoints.filter(({ disabledReason }) => disabledReason && disabledReason !== 'requested')
        .length,
    },
  };
}

const sumCalls = (sum: number, { calls }: { readonly calls: number }): number => sum + calls;

function dayOf(day: string, sold: Awaited<ReturnType<typeof readSoldDays>>): OverviewDay {
  const ofDay = sold.filter((one) => one.day === day);
  const revenue = new Map<string, Money>();
  for (const { currency, value } of ofDay) {
    const before = revenue.get(currency) ?? money(0, currency);
    revenue.set(currency, addMoney(before, money(value, currency)));
  }
  return {
    day,
    orders: ofDay.filter(({ status }) => status !== 'failed').reduce((sum, { count }) => sum + count, 0),
    failed: ofDay.filter(({ status }) => status === 'failed').reduce((sum, { count }) => sum + count, 0),
    revenue: [...revenue.values()].filter(({ value }) => value !== 0),
  };
}
