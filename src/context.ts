import type { Logger } from 'pino';
import type { ApplicationView } from '../web/accounts/view.ts';
import type { CardFormView, CheckoutView } from '../web/checkout/view.ts';
import type { ItemChange } from './bookings/model/item-change.ts';
import type { FormOutcome } from './checkout/submit-session-form.ts';
import type { PayerSession } from './checkout/view-session.ts';
import type { DemandRecorder } from './demand/record/demand-recorder.ts';
import type { FareObservations } from './demand/record/fare-observations.ts';
import type { StayObservations } from './demand/record/stay-observations.ts';
import type { PurposeKind } from './payments/model/payment.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Sealer } from './platform/security/crypto.ts';
import type { FairScheduler } from './platform/scheduling/fair-scheduler.ts';
import type { Db, Handle, Tx } from './platform/db/db.ts';
import type { FaultPoints } from './platform/fault-points.ts';
import type { FlightCaches } from './flights/search/flight-caches.ts';
import type { AnswerCache } from './offers/answers/answer-cache.ts';
import type { Gate, Principal } from './platform/http/gate.ts';
import type {
  BookingRef,
  CredentialId,
  EventId,
  ItemId,
  OrganizationId,
  PaymentId,
  SessionId,
  TripId,
  UserId,
} from './platform/ids.ts';
import type { Jobs } from './platform/jobs/job.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { Metrics } from './platform/observability/metrics.ts';
import type { Outbound } from './platform/outbound/outbound.ts';
import type { SharedState } from './platform/shared-state/shared-state.ts';
import type { CarSupplier } from './suppliers/ports/cars.ts';
import type { ExchangeRates } from './suppliers/ports/exchange-rates.ts';
import type { FlightSupplier } from './suppliers/ports/flights.ts';
import type { HotelSupplier } from './suppliers/ports/hotels.ts';
import type { PaymentProcessor } from './suppliers/ports/payments.ts';
import type { DemandBaseline } from './suppliers/ports/demand.ts';
import type { Money } from './travel/money.ts';
import type { PlaceDirectory } from './travel/place-directory.ts';
import type { TripBooking } from './trips/model/trip-booking.ts';

/** Everything an operation may use. Built once in `app.ts`; no module-level state anywhere else. */
export interface App {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly db: Db;
  readonly jobs: Jobs;
  readonly sealer: Sealer;
  readonly outbound: Outbound;
  readonly metrics: Metrics;
  /** Where a fault test may end this process; without effect outside tests. */
  readonly faults: FaultPoints;
  readonly shared: SharedState;
  /** Authentication, rate, quota and credit. */
  readonly gate: Gate;
  readonly places: PlaceDirectory;
  readonly rates: ExchangeRates;
  /** What fares have been seen; recorded off the request path. */
  readonly observations: FareObservations;
  /** What hotel nights have been seen to cost; recorded off the request path. */
  readonly stayObservations: StayObservations;
  /** Takes signs of demand; recorded off the request path. */
  readonly demand: DemandRecorder;
  /** Whole answers of searches made moments ago. */
  readonly answers: AnswerCache;
  readonly flightCaches: FlightCaches;
  /** Shares this process out among organizations that ask long questions. */
  readonly scheduler: FairScheduler;
  /** Synthetic demand under what is counted; the sandbox's only. */
  readonly demandBaseline: DemandBaseline | undefined;
  readonly flightSuppliers: readonly FlightSupplier[];
  readonly hotelSuppliers: readonly HotelSupplier[];
  readonly carSuppliers: readonly CarSupplier[];
  readonly paymentProcessor: PaymentProcessor | undefined;
  /**
   * Registered by `app.ts`, so that payments need to know no one above it. Runs inside the transaction that records the
   * payment's outcome.
   */
  readonly paymentPurposes: PaymentPurposes;
  /** Registered by `app.ts`, so that the hosted page needs to know no one above it. */
  readonly changeSessions: ChangeSessions;
  /** Registered by `app.ts`, so that trips need to know no one above them. */
  readonly tripBookings: TripBookings;
  /** Registered by `app.ts`, so that bookings need to know no one above them. */
  readonly bookingChanges: BookingChanges;
  /** Undefined where mails cannot be sent: production without BLY_SMTP_URL. */
  readonly mailer: Mailer | undefined;
  /**
   * Tells travelers by mail; registered by `app.ts`, so that bookings and the hosted page need to know no one above
   * them.
   */
  readonly bookingMail: BookingMail;
  /** What programs may do in users' names; registered by `app.ts`, so that sign-in needs to know no one above it. */
  readonly programAccess: ProgramAccess;
  /** What applications ask of users; registered by `app.ts`, so that sign-in needs to know no one above it. */
  readonly authorizationRequests: AuthorizationRequests;
  /**
   * The organization's clock: real time plus its sandbox offset (always real time in production). Cached at most 1 s.
   */
  organizationNow(organizationId: OrganizationId): Promise<Date>;
}

/** What must happen when a payment of a purpose is authorised or declined; each runs in the recording transaction. */
export type PaymentPurposes = Readonly<Record<PurposeKind, PaymentPurposeHandler>>;
export interface PaymentPurposeHandler {
  /**
   * Locks what the payment is for. It always comes before the payment's own row, so that a payer and a writer cannot
   * wait for each other.
   */
  lock(
    tx: Tx,
    purpose: { readonly organizationId: OrganizationId; readonly purposeId: string },
    app: App,
  ): Promise<LockedPurpose>;
}
/** What to do with the outcome, in the transaction that holds the lock. */
export interface LockedPurpose {
  /** `unwanted`: nothing is to be bought with it any more, and the hold is given back. */
  onAuthorised(payment: SettledAttempt): Promise<'taken' | 'unwanted'>;
  /** The attempt ended without a hold: what it had closed may be opened again. */
  onDeclined(payment: SettledAttempt): Promise<void>;
}
/** A payment whose attempt has just become known. */
export interface SettledAttempt {
  readonly organizationId: OrganizationId;
  readonly paymentId: PaymentId;
  readonly purposeId: string;
  readonly sessionId: SessionId;
  readonly amount: Money;
  /** When the hold lapses, where the processor says so. */
  readonly captureBefore: Date | undefined;
  /** The organization's clock when the outcome became known: the moment the quote is judged at. */
  readonly now: Date;
}

/** The hosted page of sessions that pay for a change of a booking. */
export interface ChangeSessions {
  /** What the link shows now. Reading it changes nothing. */
  view(app: App, guest: PayerSession, form: CardFormView): Promise<CheckoutView>;
  /** Takes a form of it whose link and token are good. */
  submit(app: App, guest: PayerSession, form: Readonly<Record<string, string>>): Promise<FormOutcome>;
}

/** What trips tell of their bookings. */
export interface TripBookings {
  /** By trip, as of `now`: one statement for all of them. A trip without a booking is left out. */
  read(
    h: Handle,
    reader: { readonly organizationId: OrganizationId; readonly now: Date },
    tripIds: readonly TripId[],
  ): Promise<ReadonlyMap<TripId, TripBooking>>;
}

/** What bookings report of changes to them. */
export interface BookingChanges {
  /**
   * Changes that are under way and refunds that were committed, of bookings of one organization: one statement for all
   * of them.
   */
  read(
    app: { readonly db: Db },
    reader: { readonly organizationId: OrganizationId },
    bookingRefs: readonly BookingRef[],
  ): Promise<readonly ItemChange[]>;
}

/** What programs may do in users' names. */
export interface ProgramAccess {
  /**
   * Ends everything a user has allowed, in the caller's transaction: its tokens are refused within a second in every
   * process.
   */
  endAllOf(
    tx: Tx,
    user: { readonly organizationId: OrganizationId; readonly userId: UserId },
    act: { readonly clock: Clock; readonly request: { readonly requestId: string; readonly remoteAddress: string } },
  ): Promise<void>;
}

/** Reads the authorization requests that people bring along to the sign-in page. */
export interface AuthorizationRequests {
  /**
   * The application that a path of ours asks for access for. Undefined for any other path, for a client that nobody
   * registered, and for an address that the client did not register.
   */
  findApplication(app: App, path: string): Promise<ApplicationView | undefined>;
}

/** What travelers are told by mail. */
export interface BookingMail {
  /** Records the mail of an event in the transaction that publishes it, and enqueues it: at most one per event. */
  enqueue(tx: Tx, event: MailedEvent, app: App): Promise<void>;
  /** The language the payer of a trip reads the hosted page in: that of the trip's mails. */
  rememberLanguage(
    app: App,
    trip: { readonly organizationId: OrganizationId; readonly tripId: TripId },
    language: string,
  ): Promise<void>;
}
/** An event of a booking that is told by mail. */
export interface MailedEvent {
  readonly organizationId: OrganizationId;
  readonly eventId: EventId;
  readonly bookingRef: BookingRef;
  readonly tripId: TripId;
  readonly kind: 'confirmed' | 'failed' | 'refunded' | 'changed' | 'rescheduled';
  /** The change a refund or a change of the booking is told of. */
  readonly changeId?: string;
  /** The move of a flight that is told. */
  readonly scheduleChange?: { readonly itemId: ItemId; readonly number: number };
  /** The organization's clock. */
  readonly occurredAt: Date;
}

/** Who is calling. */
export interface Caller {
  readonly organizationId: OrganizationId;
  readonly environment: 'sandbox' | 'production';
  readonly principal: Principal;
  /** What calls are counted under: the key's id, or the user's. */
  readonly credentialId: CredentialId;
  readonly scopes: readonly Scope[];
  /** The bootstrap organization: no quota, rate or credit. */
  readonly isUnlimited: boolean;
  /** The organization's clock at the start of the request. */
  readonly now: Date;
  /** `X-End-User-Id`, already checked. */
  readonly endUserId: string | undefined;
}
export type Scope = 'search' | 'book' | 'manage';
