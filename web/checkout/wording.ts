import type { RentalChargeNames } from './messages/standard-names/rental-charges.ts';
import type { StandardNames } from './messages/standard-names/standard-names.ts';
import type { CabinClass, FlightAncillary } from '../../src/travel/flight.ts';
import type { PassengerType } from '../../src/travel/passengers.ts';
import type { FuelPolicy, PaidAt, RentalExtra, Transmission } from '../../src/travel/rental.ts';
import type { BoardType } from '../../src/travel/stay.ts';
import type { CardField, CardProblem, ClosedReason, DocumentLink, FailedReason } from './view.ts';
import type { ItemOutcome, ItemStanding, ItemViewKind } from './view-item.ts';

/** A title and what to do about it. */
export interface Notice {
  readonly title: string;
  readonly text: string;
}

/** What is not a flight: lived in or driven, given up by a schedule, partly paid on the spot. */
export type GroundKind = Exclude<ItemViewKind, 'flight'>;

/** What an airline gives instead of money. */
interface TravelCreditMessages {
  readonly heading: string;
  readonly instead: string;
  readonly kind: Readonly<Record<'airline_credit' | 'voucher', string>>;
  readonly amountUnknown: string;
  readonly code: (code: string) => string;
  readonly codeUnknown: string;
  readonly expires: (day: string) => string;
  readonly expiryUnknown: string;
  readonly note: string;
}

/** What is said of a stay. Times are `HH:MM`. */
interface StayMessages {
  readonly nights: (count: number) => string;
  readonly rooms: (count: number) => string;
  readonly stars: (count: number) => string;
  readonly checkIn: string;
  readonly checkOut: string;
  readonly from: (time: string) => string;
  readonly until: (time: string) => string;
  /** `ages`: of the children, as a list in the language; empty without children. */
  readonly guests: (adults: number, children: number, ages: string) => string;
  /** Standard words for rooms, beds, plans and taxes; undefined in English, in which they come. */
  readonly standardNames: StandardNames | undefined;
  readonly boards: Readonly<Record<BoardType, string>>;
}

/** What is said of a rental car. */
interface RentalMessages {
  /** Standard charges; undefined in English, in which they come. */
  readonly charges: RentalChargeNames | undefined;
  readonly days: (count: number) => string;
  /** By the first letter of an ACRISS code; a letter not listed is named as the supplier names it. */
  readonly categories: Readonly<Record<string, string>>;
  readonly similar: (model: string) => string;
  readonly transmissions: Readonly<Record<Transmission, string>>;
  /** By the supplier's word; one not listed is not named. */
  readonly fuels: Readonly<Record<string, string>>;
  readonly seats: (count: number) => string;
  readonly bagsLarge: (count: number) => string;
  readonly bagsSmall: (count: number) => string;
  readonly airConditioning: string;
  readonly pickUp: string;
  readonly dropOff: string;
  readonly hours: (opens: string, closes: string) => string;
  readonly alwaysOpen: string;
  readonly unlimitedMileage: string;
  readonly mileage: (kilometres: string) => string;
  readonly extraKilometre: (price: string) => string;
  readonly fuelPolicies: Readonly<Record<FuelPolicy, string>>;
  readonly extras: Readonly<Record<RentalExtra['type'], string>>;
  readonly paidAt: Readonly<Record<PaidAt, string>>;
  readonly included: string;
  /** Above deposit and driver. */
  readonly conditions: string;
  readonly deposit: (amount: string) => string;
  readonly driver: (age: number) => string;
  readonly onRequest: string;
}

/** What giving something up costs. `cost`: an amount, or `wholePrice`. */
interface CancellationMessages {
  readonly heading: string;
  readonly wholePrice: string;
  /** A day and a time; `clock`: whose, where it is said. */
  readonly moment: (day: string, time: string, clock: string | undefined) => string;
  readonly clock: Readonly<Record<GroundKind, string>>;
  readonly free: string;
  readonly freeUntil: (moment: string) => string;
  readonly freeUntilStart: Readonly<Record<GroundKind, string>>;
  readonly never: string;
  readonly now: (cost: string) => string;
  /** Right after the time up to which it is free. */
  readonly afterFree: (cost: string) => string;
  readonly from: (moment: string, cost: string) => string;
  readonly fromStart: Readonly<Record<GroundKind, (cost: string) => string>>;
}

/** What is said where a supplier does not state something: never that it is free, nothing or not there. */
interface UnstatedMessages {
  /** Of check-in and check-out. */
  readonly hour: string;
  readonly meals: string;
  /** An amount the place sets. */
  readonly amount: Readonly<Record<GroundKind, string>>;
  /** A stated part of what the place collects. */
  readonly atLeast: (amount: string) => string;
  readonly cancellation: Readonly<Record<GroundKind, string>>;
  readonly openingHours: string;
  readonly mileage: string;
  readonly fuelPolicy: string;
  readonly deposit: string;
}

/** What is paid on the spot. */
interface PayLaterMessages {
  readonly heading: string;
  readonly atPlace: Readonly<Record<GroundKind, string>>;
  /** The price of rooms, as opposed to taxes. */
  readonly rooms: string;
  readonly note: string;
  /** The total beside it. */
  readonly totalNow: string;
  readonly taxesIncluded: string;
  /** Of one item: what is paid when. */
  readonly splitHeading: string;
  readonly withBooking: string;
}

/** What the pages say instead where nothing is paid with the booking. */
interface WithoutCardMessages {
  readonly heading: string;
  readonly text: string;
  readonly skip: string;
  readonly note: string;
  readonly booking: Notice;
  readonly partial: string;
  readonly paid: string;
  readonly nothingCharged: string;
}

/** What is said of a booked item that is exchanged for another. */
interface ExchangeMessages {
  readonly title: string;
  /** Above what stands in the old item's place, and above that. */
  readonly after: string;
  readonly before: string;
  readonly priceDifference: string;
  readonly penalty: string;
  /** Where the supplier states them only together. */
  readonly priceAndPenalty: string;
  readonly chargeNote: string;
  /** Once the countdown is over. */
  readonly holdEnded: string;
  /** Bags and seats are neither carried over nor paid back: all of them, or those of the flights that change. */
  readonly extrasLost: Readonly<Record<'all' | 'some', string>>;
  readonly exchanging: Notice & { readonly slow: string };
  readonly done: Notice;
  readonly failed: Notice;
  readonly paid: string;
  readonly ticketNumbers: string;
}

/** What is said of a booking that was changed after it was sold. */
interface ServicedMessages {
  readonly cancelled: Notice;
  readonly changed: Notice;
  /** Where an airline has moved a flight and nobody has taken its new times yet. */
  readonly moved: string;
  readonly standing: Readonly<Record<ItemStanding, string>>;
  /** Beside an amount. */
  readonly refunded: string;
  readonly refundNote: string;
  /** Of money that could not be given back by itself: promises neither an amount, nor a day, nor the card. */
  readonly refundByHand: string;
  readonly unrefunded: string;
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
  /** Of a rehearsal of production: how its payments are tried out is not known here. */
  readonly rehearsalMode: string;
  readonly trip: {
    readonly heading: string;
    readonly outbound: string;
    readonly inbound: string;
    readonly details: string;
  };
  /** Of flights that their airline has changed: as they were sold, as they are flown, and flown no longer. */
  readonly flown: { readonly before: string; readonly now: string; readonly gone: string };
  /** One thing that is bought; several of a kind are numbered. */
  readonly kinds: Readonly<Record<ItemViewKind, string>>;
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
  /** Undefined pieces: the airline does not say. */
  readonly checkedBags: (pieces: number | undefined, kilograms: number | undefined) => string;
  readonly cabinBags: (pieces: number | undefined, kilograms: number | undefined) => string;
  readonly perPerson: string;
  readonly seatIncluded: string;
  /** One seat: `Seat 12A`. */
  readonly seat: (seatNumber: string) => string;
  readonly extras: { readonly heading: string } & Readonly<
    Record<FlightAncillary['type'], (kilograms: number | undefined) => string>
  >;
  readonly rules: {
    readonly heading: string;
    readonly changeFree: string;
    readonly changeFee: (fee: string) => string;
    readonly changeNever: string;
    /** The airline does not say whether, or at what price. */
    readonly changeUnknown: string;
    readonly changeFeeUnknown: string;
    readonly refundUnknown: string;
    readonly refundFeeUnknown: string;
    readonly noShowFeeUnknown: string;
    /** Whatever the fare says, once the airline has moved a flight. */
    readonly changeMoved: string;
    /** Where the fee becomes another: until when which, and then which. */
    readonly changeFreeUntil: (moment: string) => string;
    readonly changeFeeUntil: (moment: string, fee: string) => string;
    readonly changeFeeLater: (fee: string) => string;
    readonly refundFree: string;
    readonly refundFee: (fee: string) => string;
    readonly refundNever: string;
    /** Everything comes back, whatever the fare says: for so many hours from the booking, or until a moment. */
    readonly voidHours: (hours: number) => string;
    readonly voidUntil: (moment: string) => string;
    readonly voidPartUntil: (moment: string, refund: string, retained: string) => string;
    /** After one of those. */
    readonly refundFreeUntil: (moment: string) => string;
    readonly refundFeeUntil: (moment: string, fee: string) => string;
    readonly refundFeeLater: (fee: string) => string;
    readonly refundNeverLater: string;
    /** A day and a time on the clock of the departure. */
    readonly moment: (day: string, time: string) => string;
    readonly noShowFree: string;
    readonly noShowFee: (fee: string) => string;
    readonly noShowNever: string;
  };
  readonly summary: {
    readonly heading: string;
    readonly fare: string;
    readonly total: string;
    readonly taxesIncluded: string;
    /** Before a price that no longer holds. */
    readonly was: string;
    readonly paid: string;
  };
  readonly serviceFee: {
    /** Beside its amount. */
    readonly name: string;
    /** Among the terms of what it was paid with. */
    readonly unrefunded: (amount: string) => string;
    /** After the time in which all comes back. */
    readonly unrefundedLater: (amount: string) => string;
    /** Of what was given up. */
    readonly retained: string;
    readonly returned: string;
  };
  readonly travelCredit: TravelCreditMessages;
  readonly stay: StayMessages;
  readonly rental: RentalMessages;
  readonly cancellation: CancellationMessages;
  readonly unstated: UnstatedMessages;
  readonly payLater: PayLaterMessages;
  readonly withoutCard: WithoutCardMessages;
  readonly exchange: ExchangeMessages;
  readonly serviced: ServicedMessages;
  /** What became of one item after the payment. */
  /** Over what is bought in a few lines. */
  readonly glance: string;
  /** Who sells: contact, their pages, and the way back to them. */
  readonly seller: {
    contact(name: string): string;
    readonly help: string;
    readonly terms: string;
    readonly privacy: string;
    continueTo(name: string): string;
    backTo(name: string): string;
  };
  readonly outcome: Readonly<Record<ItemOutcome, string>>;
  /** Of the item that made a whole trip fail. */
  readonly refused: Readonly<Record<ItemViewKind, string>>;
  readonly confirmationNumber: Readonly<Record<ItemViewKind, string>>;
  readonly hold: {
    readonly label: string;
    readonly time: (minutes: number, seconds: number) => string;
    readonly ended: string;
  };
  readonly moved: {
    readonly title: string;
    readonly text: (before: string, after: string) => string;
    readonly accept: (total: string) => string;
    /** Where what is paid on the spot has moved. */
    readonly acceptAll: string;
    readonly review: string;
  };
  readonly payment: string;
  readonly labels: Readonly<Record<Exclude<CardField, 'accept'>, string>>;
  readonly hints: { readonly expiry: string; readonly securityCode: string };
  readonly problems: Readonly<Record<CardField, Readonly<Record<CardProblem['kind'], string>>>>;
  readonly problemsHeading: string;
  /** A card that was sent once is not stored. */
  readonly cardAgain: string;
  readonly toCard: string;
  readonly pay: (total: string) => string;
  readonly confirmNothing: string;
  readonly chargeNote: string;
  /** In place of the card form where the card is typed on the payment processor's page. */
  readonly paidElsewhere: string;
  readonly declined: {
    readonly title: string;
    readonly reasons: Readonly<Record<string, string>>;
    readonly other: string;
  };
  readonly challenge: Notice & { readonly approve: string; readonly reject: string };
  readonly processing: Notice;
  /** Nobody has paid; somebody is re-pricing the trip. */
  readonly checking: Notice;
  readonly booking: Notice & { readonly slow: string };
  readonly confirmed: Notice;
  readonly partial: Notice;
  readonly reference: string;
  readonly referenceForSupport: string;
  readonly failed: Readonly<Record<FailedReason, Notice>>;
  readonly nothingCharged: string;
  readonly chooseAgain: string;
  readonly closed: Readonly<Record<ClosedReason, Notice>>;
  /** What can be printed of a booking. */
  /** On the button that opens the booking's own page: `view` where nothing of it is booked. */
  readonly manage: { readonly change: string; readonly view: string };
  readonly documents: { readonly heading: string } & Readonly<Record<DocumentLink['type'], string>>;
  /** What is numbered, by its number. */
  readonly issued: Readonly<Record<'invoice' | 'credit_note', (number: number) => string>>;
  readonly reload: string;
}
