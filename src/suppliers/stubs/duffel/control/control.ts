import * as z from 'zod';
import { type Account, createAccount, type DuffelState } from '../account.ts';
import type { FaultSwitch } from '../../fault-switches.ts';
import type { LoggedCall } from '../../call-log.ts';
import { DuffelFault, OPERATIONS, type Operation } from '../faults.ts';
import type { Offer } from '../objects.ts';
import { toAmount } from '../../decimal-amounts.ts';
import { addAirlineChange, NewAirlineChange } from '../after-sale/airline-changes.ts';
import type { AirlineChange, StoredOrder } from '../orders/order-shelf.ts';
import { getOrder } from '../orders/get-order.ts';
import { refusal } from '../refusals.ts';
import type { DuffelCall } from '../serve.ts';
import { sendEvent } from '../webhooks/deliver.ts';
import { recordEvent } from '../webhooks/emit-event.ts';
import { registerWebhook } from '../webhooks/routes-webhooks.ts';
import { EVENT_TYPES, type WebhookDelivery, type WebhookEvent } from '../webhooks/webhook-shelf.ts';
import type { StoredSearch } from '../search/offer-shelf.ts';
import { changeSettings, StubSettings } from '../settings.ts';

/** A fault switch as it is set: the fault, the operation it is for, how often it strikes. */
export const NewFault = z.strictObject({
  operation: z.enum([...OPERATIONS, '*']),
  fault: DuffelFault,
  times: z.int().min(1).optional(),
  skip: z.int().min(0).optional(),
});

/** An event as the control surface sends one. */
export const SentEvent = z.strictObject({
  type: z.enum(EVENT_TYPES),
  object: z.record(z.string(), z.unknown()).default({}),
  idempotency_key: z.string().default(''),
  times: z.int().min(1).max(100).default(1),
  delay_seconds: z.number().min(0).default(0),
  signed_seconds_ago: z.int().default(0),
  signature: z.enum(['v1', 'v2', 'both']).optional(),
  forged: z.boolean().default(false),
  wrong_mode: z.boolean().default(false),
});
/** How held events are let go. */
export const Release = z.strictObject({
  order: z.enum(['as_they_came', 'reversed']).default('as_they_came'),
  times: z.int().min(1).max(20).default(1),
});

/** An order as tests look at it. */
export interface StubOrder {
  readonly id: string;
  readonly offer_id: string;
  readonly booking_reference: string;
  readonly created_at: string;
  readonly cancelled_at: string | null;
  readonly paid_at: string | null;
  readonly total_amount: string;
  readonly total_currency: string;
  readonly passengers: StoredOrder['passengers'];
  readonly metadata: StoredOrder['metadata'];
  readonly changes: StoredOrder['changes'];
  readonly services: StoredOrder['services'];
}

/** What can be set and seen of one key, in the process or over `/_stub/`. */
export interface AccountControl {
  readonly settings: StubSettings;
  /** Changes some settings; throws for those that do not exist. */
  set(change: Partial<StubSettings>): StubSettings;
  /** Sets a fault switch: it strikes `times` calls after the first `skip`, or all until it is removed. */
  addFault(fault: z.input<typeof NewFault>): FaultSwitch<DuffelFault>;
  faults(): readonly FaultSwitch<DuffelFault>[];
  removeFault(id: string): boolean;
  clearFaults(): void;
  /** How often each operation was called. */
  calls(): Readonly<Partial<Record<Operation, number>>>;
  recentCalls(): readonly LoggedCall<Operation>[];
  forgetCalls(): void;
  searches(): readonly StoredSearch[];
  /** Every offer that was found and is not forgotten. */
  offers(): readonly Offer[];
  /** Every order that was ever made, newest first, whether it is in lists yet or not. */
  orders(): readonly StubOrder[];
  /** What the airline does not let be done with an order by API. */
  block(orderId: string, blocked: { cancel?: boolean | undefined; change?: boolean | undefined }): void;
  /** The airline changes an order. */
  changeByAirline(change: z.input<typeof NewAirlineChange>): AirlineChange;
  /** Makes the key's webhook; answers its secret. Events: all, where none are named. */
  registerWebhook(webhook: { url: string; events?: readonly string[]; secret?: string }): string;
  /** Sends an event of any kind, as often and as falsely as wanted; answers its id. */
  sendEvent(event: z.input<typeof SentEvent>): string;
  /** Sends the events that are held, in their order or the other, so many times each; answers how many there were. */
  releaseEvents(release?: z.input<typeof Release>): number;
  events(): readonly WebhookEvent[];
  deliveries(): readonly WebhookDelivery[];
  /** Resolves when no delivery is under way. */
  settleDeliveries(): Promise<void>;
  /** Back to an account as it was when it was new. */
  reset(): void;
}

/** The controls of one key; a key that is not known becomes one. */
export function createControl(state: DuffelState, token: string): AccountControl {
  const account = accountOf(state, token);
  return {
    get settings() {
      return account.settings;
    },
    set(change) {
      const changed = changeSettings(account.settings, change);
      if (!state.places.rates.supports(changed.currency)) throw refusal('validation_inclusion', undefined, '/currency');
      account.settings = changed;
      return account.settings;
    },
    addFault: (fault) => account.switches.add(NewFault.parse(fault)),
    faults: () => account.switches.list(),
    removeFault: (id) => account.switches.remove(id),
    clearFaults: () => account.switches.clear(),
    calls: () => account.calls.counts(),
    recentCalls: () => account.calls.recent(),
    forgetCalls: () => account.calls.reset(),
    searches: () => account.shelf.searches(),
    offers: () =>
      account.shelf.searches().flatMap((search) => account.shelf.offersOf(search).map(({ offer }) => offer)),
    orders: () => account.orders.list().map(summarize),
    block(orderId, blocked) {
      const order = getOrder({ account }, orderId);
      order.blocked = {
        cancel: blocked.cancel ?? order.blocked.cancel,
        change: blocked.change ?? order.blocked.change,
      };
    },
    changeByAirline: (change) => addAirlineChange({ state, account }, NewAirlineChange.parse(change)),
    registerWebhook: ({ url, events, secret }) =>
      registerWebhook({ state, account }, { url, events: events ?? EVENT_TYPES, secret }).secret,
    sendEvent: (event) => sendByHand({ state, account }, SentEvent.parse(event)),
    releaseEvents(release) {
      const { order, times } = Release.parse(release ?? {});
      const { held } = account.webhooks;
      account.webhooks.held = [];
      for (const event of order === 'reversed' ? held.toReversed() : held)
        for (let sent = 0; sent < times; sent += 1) sendEvent({ state, account }, event);
      return held.length;
    },
    events: () => account.webhooks.events,
    deliveries: () => account.webhooks.deliveries,
    async settleDeliveries() {
      await state.clock.runDue();
      while (account.webhooks.inFlight.size > 0) await Promise.all(account.webhooks.inFlight);
    },
    reset() {
      account.settings = StubSettings.parse({});
      account.switches.clear();
      account.calls.reset();
      account.shelf.reset();
      account.batches.clear();
      account.orders.reset();
      account.changes.requests.clear();
      account.changes.offers.clear();
      account.changes.changes.clear();
      Object.assign(account.webhooks, { endpoint: undefined, secret: '', events: [], deliveries: [], held: [] });
    },
  };
}

function sendByHand(sender: Pick<DuffelCall, 'state' | 'account'>, sent: z.infer<typeof SentEvent>): string {
  const { clock } = sender.state;
  const event = recordEvent(sender, { type: sent.type, object: sent.object, idempotencyKey: sent.idempotency_key });
  clock.at(new Date(clock.now().getTime() + sent.delay_seconds * 1_000), () => {
    for (let count = 0; count < sent.times; count += 1)
      sendEvent(sender, event, {
        signature: sent.signature,
        isForged: sent.forged,
        isOtherMode: sent.wrong_mode,
        signedSecondsAgo: sent.signed_seconds_ago,
      });
  });
  return event.id;
}

function summarize(order: StoredOrder): StubOrder {
  return {
    id: order.id,
    offer_id: order.offer.offer.id,
    booking_reference: order.bookingReference,
    created_at: order.createdAt.toISOString(),
    cancelled_at: order.cancelledAt,
    paid_at: order.paidAt,
    total_amount: toAmount(order.total, order.currency),
    total_currency: order.currency,
    passengers: order.passengers,
    metadata: order.metadata,
    changes: order.changes,
    services: order.services,
  };
}

function accountOf({ accounts }: DuffelState, token: string): Account {
  const known = accounts.get(token);
  if (known !== undefined) return known;
  const made = createAccount(token);
  accounts.set(token, made);
  return made;
}
