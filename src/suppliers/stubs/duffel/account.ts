import { type CallLog, createCallLog } from '../call-log.ts';
import { createFaultSwitches, type FaultSwitches } from '../fault-switches.ts';
import type { StubClock } from '../stub-clock.ts';
import type { DuffelFault, Operation } from './faults.ts';
import type { MakeId } from './ids.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { type ChangeShelf, createChangeShelf } from './after-sale/change-shelf.ts';
import { createOrderShelf, type OrderShelf } from './orders/order-shelf.ts';
import { createOfferShelf, type OfferShelf, type StoredBatch } from './search/offer-shelf.ts';
import type { StubPlaces } from './search/places.ts';
import { StubSettings } from './settings.ts';
import { createWebhookShelf, type WebhookShelf } from './webhooks/webhook-shelf.ts';

/** Everything one key sees: no other key sees any of it. */
export interface Account {
  readonly token: string;
  /** Whether the token sells real tickets, by its name. */
  readonly isLive: boolean;
  settings: StubSettings;
  readonly switches: FaultSwitches<DuffelFault>;
  readonly calls: CallLog<Operation>;
  readonly limiter: RateLimiter;
  readonly shelf: OfferShelf;
  readonly batches: Map<string, StoredBatch>;
  readonly orders: OrderShelf;
  readonly changes: ChangeShelf;
  readonly webhooks: WebhookShelf;
}

/** The whole stub: its accounts and what they have in common. */
export interface DuffelState {
  readonly clock: StubClock;
  readonly places: StubPlaces;
  readonly seed: string;
  readonly newId: MakeId;
  readonly accounts: Map<string, Account>;
  /** Aborted when the stub ends: what is under way to somebody else ends with it. */
  readonly closing: AbortSignal;
  /** Called when a key makes its webhook: the secret is shown this once. */
  readonly onWebhook: ((webhook: { readonly url: string; readonly secret: string }) => void) | undefined;
}

/** A new account with nothing in it. */
export function createAccount(token: string, settings: unknown = {}): Account {
  return {
    token,
    isLive: token.startsWith('duffel_live_'),
    settings: StubSettings.parse(settings),
    switches: createFaultSwitches(),
    calls: createCallLog(),
    limiter: createRateLimiter(),
    shelf: createOfferShelf(),
    batches: new Map(),
    orders: createOrderShelf(),
    changes: createChangeShelf(),
    webhooks: createWebhookShelf(),
  };
}
