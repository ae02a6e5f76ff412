import { type CallLog, createCallLog } from '../call-log.ts';
import { createFaultSwitches, type FaultSwitches } from '../fault-switches.ts';
import type { StubClock } from '../stub-clock.ts';
import { type BookingShelf, createBookingShelf } from './bookings/booking-shelf.ts';
import type { StubContent } from './content/stub-hotels.ts';
import type { LiteapiFault, Operation } from './faults.ts';
import type { OfferSealer } from './rates/offer-ids.ts';
import type { PriceBasis } from './rates/room-prices.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { StubSettings } from './settings.ts';
import { createWebhookShelf, type WebhookShelf } from './webhooks/webhook-shelf.ts';

/** Everything one key sees: no other key sees any of it. */
export interface Account {
  readonly key: string;
  /** Whether bookings are simulated, by the key's name: `sandbox` of every answer. */
  readonly isSandbox: boolean;
  settings: StubSettings;
  readonly switches: FaultSwitches<LiteapiFault>;
  readonly calls: CallLog<Operation>;
  readonly limiter: RateLimiter;
  /** The price index has a limit of its own. */
  readonly priceLimiter: RateLimiter;
  readonly bookings: BookingShelf;
  readonly webhooks: WebhookShelf;
}

/** The whole stub: its accounts and what they have in common. */
export interface LiteapiState {
  readonly clock: StubClock;
  readonly seed: string;
  readonly content: StubContent;
  readonly sealer: OfferSealer;
  readonly basis: PriceBasis;
  readonly accounts: Map<string, Account>;
  /** Aborted when the stub ends: what is under way to somebody else ends with it. */
  readonly closing: AbortSignal;
}

/** A new account with nothing in it. */
export function createAccount(key: string, settings: unknown = {}): Account {
  return {
    key,
    isSandbox: key.startsWith('sand_'),
    settings: StubSettings.parse(settings),
    switches: createFaultSwitches(),
    calls: createCallLog(),
    limiter: createRateLimiter(),
    priceLimiter: createRateLimiter(),
    bookings: createBookingShelf(),
    webhooks: createWebhookShelf(),
  };
}
