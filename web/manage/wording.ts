import type { CounterChange } from '../../src/travel/rental-total.ts';
import type { BookingStatus } from '../../src/bookings/model/booking.ts';
import type { ItemStatus } from '../../src/bookings/model/item-status.ts';
import type { MovedKind } from './view.ts';
import type { ScheduleSeverity } from '../../src/travel/schedule-change.ts';
import type { ItemViewKind } from '../checkout/view-item.ts';
import type { Notice } from '../checkout/wording.ts';
import type { FlightSort, ManageClosedReason, RentalSort } from './view.ts';

/** One sentence for each kind of item. */
type ByKind = Readonly<Record<ItemViewKind, string>>;
/** Of those that can be exchanged: a stay is cancelled and booked anew. */
type ByChanged = Readonly<Record<Exclude<ItemViewKind, 'hotel'>, string>>;

/** What giving something up brings back. `moment`: until when. */
interface TermMessages {
  readonly heading: string;
  /** A day and a time; `place`: whose clock. */
  readonly moment: (day: string, time: string, place: string) => string;
  readonly clock: ByKind;
  readonly all: (moment: string, amount: string) => string;
  readonly part: (moment: string, refund: string, retained: string) => string;
  readonly none: (moment: string) => string;
  /** Nothing was paid here. */
  readonly free: (moment: string) => string;
  readonly costs: (moment: string, cost: string) => string;
  /** The supplier sets it and says it when asked. */
  readonly unknown: Readonly<Record<ItemViewKind, (moment: string) => string>>;
}

/** Cancelling an item: form, confirmation, outcome. */
interface GiveUpMessages {
  readonly action: ByKind;
  readonly title: ByKind;
  readonly all: (amount: string) => string;
  readonly part: (refund: string, retained: string) => string;
  readonly none: string;
  readonly free: string;
  /** The supplier's people decide. */
  readonly manual: string;
  readonly paid: string;
  readonly retained: string;
  /** What the place charges by itself. */
  readonly collected: string;
  /** In its place, and as a sentence, where the place does not state what it charges. */
  readonly setByPlace: string;
  readonly askFirst: string;
  readonly back: string;
  readonly note: string;
  /** In its place where no money comes back, but credit. */
  readonly noteCredit: string;
  readonly confirm: ByKind;
  /** Where nobody knows what comes back: as a sentence, in the place of an amount, on the button, below it. */
  readonly unknown: string;
  readonly unknownAmount: string;
  readonly confirmUnknown: string;
  readonly noteUnknown: string;
  readonly keep: string;
  readonly done: ByKind;
  readonly refunded: (amount: string) => string;
  readonly unrefunded: string;
}

/** Changing an item: searched, chosen, confirmed, done. */
interface ChangeMessages {
  readonly action: ByChanged;
  readonly title: ByChanged;
  readonly text: ByChanged;
  readonly newDate: (route: string) => string;
  readonly search: ByChanged;
  readonly offers: ByChanged;
  readonly noOffers: ByChanged;
  /** There are cars at these times, but not with all of the extras. */
  readonly noneWithExtras: string;
  readonly choose: (what: string) => string;
  /** Nothing is paid for it, neither now nor later. */
  readonly even: string;
  /** Nothing is paid now, but the rental counter collects another amount than before. */
  readonly nothingNow: string;
  readonly atCounter: Readonly<Record<CounterChange['direction'], (amount: string) => string>>;
  readonly due: (amount: string) => string;
  readonly refund: (amount: string) => string;
  readonly never: ByChanged;
  readonly invalid: string;
  readonly review: ByChanged;
  readonly now: string;
  readonly before: string;
  readonly difference: string;
  readonly fee: string;
  /** Where the supplier states them only together. */
  readonly both: string;
  readonly toPay: string;
  readonly back: string;
  readonly confirm: ByChanged;
  readonly confirmPaid: (amount: string) => string;
  readonly keep: string;
  readonly done: ByChanged;
  readonly paid: (amount: string) => string;
  readonly refunded: (amount: string) => string;
  readonly paying: Notice;
  readonly pay: string;
  readonly extras: string;
  readonly pickUp: string;
  readonly dropOff: string;
  readonly onRequest: string;
  /** The calendar of fares over a direction. `asOf`: whose prices they are, and that they are no quote. */
  readonly calendar: {
    readonly heading: (route: string) => string;
    readonly note: string;
    readonly unknown: string;
    readonly earlier: string;
    readonly later: string;
    readonly chosen: string;
    readonly weekdays: readonly string[];
  };
  readonly sort: Readonly<Record<FlightSort | RentalSort, string>> & { readonly label: string };
  readonly more: (count: number) => string;
}

/** Adding bags and seats to a booked flight: chosen, confirmed, done. */
interface ServicesMessages {
  readonly action: string;
  readonly title: string;
  readonly text: string;
  readonly bagsHeading: string;
  readonly seatsHeading: string;
  readonly seatFor: (name: string, flight: string) => string;
  readonly bagFor: (name: string, bag: string, price: string) => string;
  readonly noSeat: string;
  readonly positions: Readonly<Record<'window' | 'aisle' | 'middle' | 'exit_row', string>>;
  readonly free: string;
  readonly submit: string;
  readonly none: string;
  readonly nothing: string;
  readonly gone: string;
  readonly review: string;
  readonly after: string;
  readonly price: string;
  readonly confirm: string;
  readonly done: string;
}

/** Of a flight that its airline has changed. */
export interface ScheduleMessages {
  readonly title: Readonly<Record<MovedKind, string>>;
  readonly severity: Readonly<Record<ScheduleSeverity, string>>;
  /** Of a flight that there was not. */
  readonly added: string;
  readonly sameTimes: string;
  /** In the place of a severity, where only numbers change. */
  readonly numbersOnly: string;
  readonly later: (duration: string) => string;
  readonly earlier: (duration: string) => string;
  /** Above the items of the trip that no longer fit. */
  readonly affected: string;
  readonly affectedNote: string;
  readonly nights: (days: string) => string;
  readonly pickUp: (moment: string) => string;
  readonly dropOff: (moment: string) => string;
  /** What may be done about it: where leaving is free, where the terms say what it costs, where the airline does. */
  readonly choice: Readonly<Record<MovedKind, Readonly<Record<'free' | 'keep' | 'ask', string>>>>;
  readonly accept: Readonly<Record<Exclude<MovedKind, 'cancelled'>, string>>;
  readonly accepting: string;
  readonly askAgain: string;
  readonly leave: string;
  readonly askLeave: string;
  /** In the place of the item's standing, while its guest has not said yes. */
  readonly badge: Readonly<Record<MovedKind, string>>;
}

/** How a committed change stands. */
interface ProgressMessages {
  readonly running: Notice;
  readonly pending: Notice;
  /** Our own people decide, and have decided against it. */
  readonly deciding: Notice;
  /** Somebody else has cancelled it, and our own people decide about the money. */
  readonly cancelled_elsewhere: Notice;
  readonly declined: Notice;
  readonly partial: Notice;
  readonly failed: Notice;
  readonly expired: Notice;
  readonly reference: string;
  /** On the booking, of an item that is being changed. */
  readonly link: string;
  /** In the place of the item's standing. */
  readonly badge: string;
  readonly since: (day: string) => string;
}

/** What is said of the printable documents. */
interface DocumentMessages {
  readonly booked: (day: string) => string;
  readonly print: string;
  /** With which card: `card` as part of a line about a payment; `plain` where the processor names no brand. */
  readonly paidWith: {
    readonly card: (card: string) => string;
    readonly endingIn: (brand: string, last4: string) => string;
    readonly plain: string;
  };
  readonly issuedHeading: string;
  readonly titles: Readonly<Record<'invoice' | 'credit_note', string>>;
  /** Of a credit note: whose numbers it takes something back of. */
  readonly corrects: (numbers: string) => string;
  readonly lines: {
    readonly back: (what: string) => string;
    readonly services: (what: string) => string;
    readonly difference: (what: string) => string;
    readonly changeFee: string;
    readonly booking: string;
  };
  readonly total: string;
  /** Under what was issued: it stays, and which taxes it shows. */
  readonly frozen: string;
  readonly itemsHeading: string;
  readonly taxes: string;
  readonly paymentsHeading: string;
  readonly payment: (day: string) => string;
  readonly refund: (day: string) => string;
  readonly refundOpen: (day: string) => string;
  readonly balance: string;
  readonly termsHeading: string;
  readonly issued: (day: string) => string;
  readonly seller: string;
  readonly customer: string;
  readonly vatId: string;
  /** Of a receipt: what taxes are shown, and where refunds are. */
  readonly statedTaxes: string;
  readonly pdf: string;
  readonly calendar: string;
  /** Ends the links that were given out. */
  readonly withdraw: { readonly hint: string; readonly submit: string; readonly done: string };
}

/** Every sentence of the booking pages that the checkout page does not say. A missing one does not compile. */
export interface ManageMessages {
  readonly manage: string;
  readonly testMode: string;
  readonly find: {
    readonly title: string;
    readonly text: string;
    readonly referenceHint: string;
    readonly lastName: string;
    readonly lastNameHint: string;
    readonly submit: string;
    readonly notFound: string;
    readonly ended: Readonly<Record<'visit' | 'link', string>>;
    readonly missingReference: string;
    readonly missingLastName: string;
    readonly proofNeeded: string;
    readonly proof: string;
    readonly email: string;
    readonly emailHint: string;
    readonly startDate: string;
    readonly startDateHint: string;
  };
  readonly closed: Readonly<Record<ManageClosedReason, Notice>>;
  /** Before the reason that the one who decided gives. */
  readonly reasonGiven: string;
  readonly findAgain: string;
  readonly signOut: string;
  readonly back: string;
  readonly title: string;
  readonly bookingStatus: Readonly<Record<BookingStatus, string>>;
  readonly itemStatus: Readonly<Record<ItemStatus, string>>;
  readonly replaced: string;
  readonly tickets: string;
  readonly terms: TermMessages;
  readonly giveUp: GiveUpMessages;
  readonly change: ChangeMessages;
  readonly services: ServicesMessages;
  readonly schedule: ScheduleMessages;
  readonly progress: ProgressMessages;
  readonly documents: DocumentMessages;
}
