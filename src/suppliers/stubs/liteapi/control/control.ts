import * as z from 'zod';
import type { LoggedCall } from '../../call-log.ts';
import type { FaultSwitch } from '../../fault-switches.ts';
import { type Account, createAccount, type LiteapiState } from '../account.ts';
import { LiteapiFault, OPERATIONS, type Operation } from '../faults.ts';
import { changeSettings, StubSettings } from '../settings.ts';
import { statusOf } from '../bookings/present-booking.ts';
import type { StoredBooking } from '../bookings/booking-shelf.ts';
import { deliver } from '../webhooks/send-event.ts';
import type { WebhookDelivery, WebhookEvent } from '../webhooks/webhook-shelf.ts';

/** A fault switch as it is set: the fault, the operation it is for, how often it strikes. */
export const NewFault = z.strictObject({
  operation: z.enum([...OPERATIONS, '*']),
  fault: LiteapiFault,
  times: z.int().min(1).optional(),
  skip: z.int().min(0).optional(),
});

/** An event as the control surface sends one: any name, any JSON. */
export const SentEvent = z.strictObject({
  event_name: z.string().min(1).default('booking.book'),
  request: z.unknown().default({}),
  response: z.unknown().default({}),
  times: z.int().min(1).max(100).default(1),
  delay_seconds: z.number().min(0).default(0),
});
/** How held events are let go. */
export const Release = z.strictObject({
  order: z.enum(['as_they_came', 'reversed']).default('as_they_came'),
  times: z.int().min(1).max(20).default(1),
});

/** A booking as tests look at it; sums are minor units. */
export interface StubBooking {
  readonly id: string;
  readonly client_reference: string;
  readonly hotel_id: string;
  readonly status: string;
  readonly total: number;
  readonly fee: number | null;
  readonly currency: string;
  readonly room_names: readonly string[];
  readonly guests: StoredBooking['guests'];
  readonly created_at: string;
}

/** What can be set and seen of one key, in the process or over `/_stub/`. */
export interface AccountControl {
  readonly settings: StubSettings;
  /** Changes some settings; throws for those that do not exist. */
  set(change: Partial<StubSettings>): StubSettings;
  /** Sets a fault switch: it strikes `times` calls after the first `skip`, or all until it is removed. */
  addFault(fault: z.input<typeof NewFault>): FaultSwitch<LiteapiFault>;
  faults(): readonly FaultSwitch<LiteapiFault>[];
  removeFault(id: string): boolean;
  clearFaults(): void;
  /** How often each operation was called. */
  calls(): Readonly<Partial<Record<Operation, number>>>;
  recentCalls(): readonly LoggedCall<Operation>[];
  forgetCalls(): void;
  /** How many prebooks were made. */
  prebookCount(): number;
  /** Every booking that was ever made, newest last, whether look-ups see it yet or not. */
  bookings(): readonly StubBooking[];
  /** Gives back what was charged for a cancellation, as people there may; false where there is no such charge. */
  returnFee(bookingId: string): boolean;
  /** Sends an event of any kind, as often as wanted. */
  sendEvent(event: z.input<typeof SentEvent>): void;
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
export function createControl(state: LiteapiState, key: string): AccountControl {
  const account = accountOf(state, key);
  const { bookings, calls, switches, webhooks } = account;
  return {
    get settings() {
      return account.settings;
    },
    set(change) {
      account.settings = changeSettings(account.settings, change);
      return account.settings;
    },
    addFault: (fault) => switches.add(NewFault.parse(fault)),
    faults: () => switches.list(),
    removeFault: (id) => switches.remove(id),
    clearFaults: () => switches.clear(),
    calls: () => calls.counts(),
    recentCalls: () => calls.recent(),
    forgetCalls: () => calls.reset(),
    prebookCount: () => bookings.prebooks.size,
    bookings: () => bookings.bookings.map(summarize),
    returnFee(bookingId) {
      const booking = bookings.bookings.find(({ id }) => id === bookingId);
      if (booking?.cancellation == null || booking.cancellation.fee === 0) return false;
      booking.cancellation = { ...booking.cancellation, fee: 0 };
      return true;
    },
    sendEvent: (event) => sendByHand(state, account, SentEvent.parse(event)),
    releaseEvents(release) {
      const { order, times } = Release.parse(release ?? {});
      const { held } = webhooks;
      webhooks.held = [];
      for (const event of order === 'reversed' ? held.toReversed() : held)
        for (let sent = 0; sent < times; sent += 1) deliver({ state, account }, event);
      return held.length;
    },
    events: () => webhooks.events,
    deliveries: () => webhooks.deliveries,
    async settleDeliveries() {
      await state.clock.runDue();
      while (webhooks.inFlight.size > 0) await Promise.all(webhooks.inFlight);
    },
    reset() {
      account.settings = StubSettings.parse({});
      switches.clear();
      calls.reset();
      bookings.reset();
      Object.assign(webhooks, { events: [], deliveries: [], held: [] });
    },
  };
}

function sendByHand(state: LiteapiState, account: Account, sent: z.infer<typeof SentEvent>): void {
  const event = {
    event_name: sent.event_name,
    request: JSON.stringify(sent.request),
    response: JSON.stringify(sent.response),
  };
  state.clock.at(new Date(state.clock.now().getTime() + sent.delay_seconds * 1_000), () => {
    for (let count = 0; count < sent.times; count += 1) deliver({ state, account }, event);
  });
}

function summarize(booking: StoredBooking): StubBooking {
  const { content, rooms } = booking.prebook.offer;
  return {
    id: booking.id,
    client_reference: booking.clientReference,
    hotel_id: content.hotelId,
    status: statusOf(booking),
    total: booking.total,
    fee: booking.cancellation?.fee ?? null,
    currency: content.currency,
    room_names: rooms.map(({ room }) => room.rateName),
    guests: booking.guests,
    created_at: booking.createdAt.toISOString(),
  };
}

function accountOf({ accounts }: LiteapiState, key: string): Account {
  const known = accounts.get(key);
  if (known !== undefined) return known;
  const made = createAccount(key);
  accounts.set(key, made);
  return made;
}
