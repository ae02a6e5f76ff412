import type { CabinClass, FlightAncillary } from '../../src/travel/flight.ts';
import type { PassengerType } from '../../src/travel/passengers.ts';
import type { CardField, CardProblem, ClosedReason, FailedReason, ItemOutcome } from './view.ts';

/** A title and what to do about it. */
export interface Notice {
  readonly title: string;
  readonly text: string;
}

/** Every sentence of the hosted page, once per language. A missing one does not compile. */
export interface Messages {
  readonly languageName: string;
  /** For dates and amounts. */
  readonly formatLocale: string;
  readonly checkout: string;
  /** The page's title while something is wrong on it. */
  readonly errorTitle: (title: string) => string;
  readonly skipToPayment: string;
  readonly chooseLanguage: string;
  readonly testMode: string;
  readonly trip: { readonly heading: string; readonly outbound: string; readonly inbound: string; readonly flight: (number: number) => string; readonly details: string };
  readonly nonstop: string;
  /** `cities`: where the stops are, in order. */
  readonly stops: (count: number, cities: string) => string;
  readonly layover: (duration: string, city: string) => string;
  readonly terminal: (name: string) => string;
  readonly operatedBy: (carrier: string) => string;
  /** Of an arrival. */
  readonly daysLater: (count: number) => string;
  readonly duration: (hours: number, minutes: number) => string;
  readonly localTimes: string;
  readonly cabin: Readonly<Record<CabinClass, string>>;
  readonly travelers: string;
  readonly contact: string;
  readonly travelerType: Readonly<Record<PassengerType, string>>;
  readonly travelerCount: (type: PassengerType, count: number) => string;
  readonly included: string;
  readonly checkedBags: (pieces: number, kilograms: number | undefined) => string;
  readonly cabinBags: (pieces: number, kilograms: number | undefined) => string;
  readonly perPerson: string;
  readonly seatIncluded: string;
  /** One seat: `Seat 12A`. */
  readonly seat: (seatNumber: string) => string;
  readonly extras: { readonly heading: string } & Readonly<Record<FlightAncillary['type'], (kilograms: number) => string>>;
  readonly rules: { readonly heading: string; readonly changeFree: string; readonly changeFee: (fee: string) => string; readonly changeNever: string;
    readonly refundFree: string; readonly refundFee: (fee: string) => string; readonly refundNever: string;
    readonly noShowFree: string; readonly noShowFee: (fee: string) => string; readonly noShowNever: string };
  readonly summary: { readonly heading: string; readonly fare: string; readonly total: string; readonly taxesIncluded: string;
    /** Before a price that no longer holds. */
    readonly was: string; readonly paid: string };
  /** What became of one flight after the payment. */
  readonly outcome: Readonly<Record<ItemOutcome, string>>;
  /** Of the flight that made a whole trip fail. */
  readonly refused: string;
  readonly confirmationNumber: string;
  readonly hold: { readonly label: string; readonly time: (minutes: number, seconds: number) => string; readonly ended: string };
  readonly moved: { readonly title: string; readonly text: (before: string, after: string) => string; readonly accept: (total: string) => string; readonly review: string };
  readonly payment: string;
  readonly labels: Readonly<Record<Exclude<CardField, 'accept'>, string>>;
  readonly hints: { readonly expiry: string; readonly securityCode: string };
  readonly problems: Readonly<Record<CardField, Readonly<Record<CardProblem['kind'], string>>>>;
  readonly problemsHeading: string;
  /** A card that was sent once is not kept. */
  readonly cardAgain: string;
  readonly toCard: string;
  readonly pay: (total: string) => string;
  readonly confirmNothing: string;
  readonly chargeNote: string;
  readonly declined: { readonly title: string; readonly reasons: Readonly<Record<string, string>>; readonly other: string };
  readonly challenge: Notice & { readonly approve: string; readonly reject: string };
  readonly processing: Notice;
  /** Nobody has paid; somebody is re-pricing the trip. */
  readonly checking: Notice;
  readonly booking: Notice & { readonly slow: string };
  readonly confirmed: Notice;
  readonly partial: Notice;
  readonly reference: string;
  readonly referenceForQuestions: string;
  readonly failed: Readonly<Record<FailedReason, Notice>>;
  readonly nothingCharged: string;
  readonly chooseAgain: string;
  readonly closed: Readonly<Record<ClosedReason, Notice>>;
  readonly reload: string;
}
