import type { AuthorizationRequests } from './accounts/authorization-requests.ts';
import type { ProgramAccess } from './accounts/program-access.ts';
import type { StayFacts } from './offers/describe/stay-facts.ts';
import type { BookingChanges } from './bookings/booking-changes.ts';
import type { BookingInvoices } from './bookings/booking-invoices.ts';
import type { BookingMail } from './bookings/booking-mail.ts';
import type { ChangeSessions } from './checkout/change-sessions.ts';
import type { DemandRecorder } from './demand/record/demand-recorder.ts';
import type { PriceObservations } from './demand/record/price-observations.ts';
import type { StayObservations } from './demand/record/stay-observations.ts';
import type { Printer } from './manage/paper/print-paper.ts';
import type { SellerProfiles } from './identity/profile/model/seller-profile.ts';
import type { ObservedFares } from './flights/observed/observed-fares.ts';
import type { FlightCaches } from './flights/search/flight-caches.ts';
import type { ContentIndex } from './hotels/content/content-index.ts';
import type { PublishedNightsCache } from './hotels/history/published-nights-cache.ts';
import type { PhotoProxy } from './hotels/pictures/photo-proxy.ts';
import type { AnswerCache } from './offers/answers/answer-cache.ts';
import type { PaymentPurposes } from './payments/payment-purposes.ts';
import type { Platform } from './platform/platform.ts';
import type { RequestRecorder } from './request-log/request-recorder.ts';
import type { Pricing } from './pricing/service-fees.ts';
import type { CurrentRates } from './rates/current-rates.ts';
import type { CarSupplier } from './suppliers/ports/cars.ts';
import type { DemandBaseline } from './suppliers/ports/demand.ts';
import type { AccountBookings } from './supplier-accounts/account-bookings.ts';
import type { SaleSwitches, SuppliersOff } from './suppliers/calls/sale-switches.ts';
import type { KnownAccounts } from './supplier-accounts/find-accounts.ts';
import type { HealthRecorder } from './supplier-accounts/health-record.ts';
import type { AccountUsage } from './suppliers/common/account-calls.ts';
import type { AccountChecks } from './suppliers/common/account-check.ts';
import type { FlightSupplier } from './suppliers/ports/flights.ts';
import type { HotelSupplier } from './suppliers/ports/hotels.ts';
import type { PaymentProcessor } from './suppliers/ports/payments.ts';
import type { DocumentSigner } from './signatures/document-signer.ts';
import type { PlaceDirectory } from './travel/place-directory.ts';
import type { UcpOrders } from './webhooks/ucp-orders.ts';
import type { TripBookings } from './trips/booking-reader.ts';
import type { OrganizationId } from './platform/ids.ts';

export type { Caller, Scope } from './platform/http/caller.ts';

/** Everything an operation may use: the platform and the domains. Built once, in `app.ts`. */
export interface App extends Platform {
  readonly places: PlaceDirectory;
  /** Records answered calls, off the request path. */
  readonly requestLog: RequestRecorder;
  readonly rates: CurrentRates;
  /** The service fees of organizations. */
  readonly pricing: Pricing;
  /** Records the fares that suppliers answered, off the request path. */
  readonly priceObservations: PriceObservations;
  /** Fares that live searches found at suppliers that publish none. */
  readonly observedFares: ObservedFares;
  /** Records the prices of hotel nights that suppliers answered, off the request path. */
  readonly stayObservations: StayObservations;
  /** Records demand signals, off the request path. */
  readonly demand: DemandRecorder;
  /** Whole answers of searches made moments ago. */
  readonly answers: AnswerCache;
  readonly flightCaches: FlightCaches;
  /** Nights that hotel suppliers publish, for the price index. */
  readonly publishedNights: PublishedNightsCache;
  /** Hotels that are stored here city by city, by name. */
  readonly contentIndex: ContentIndex;
  /** Photos of suppliers, fetched and cached. */
  readonly photos: PhotoProxy;
  /** Synthetic demand under what is counted; the sandbox's only. */
  readonly demandBaseline: DemandBaseline | undefined;
  readonly flightSuppliers: readonly FlightSupplier[];
  readonly hotelSuppliers: readonly HotelSupplier[];
  readonly carSuppliers: readonly CarSupplier[];
  readonly saleSwitches: SaleSwitches;
  /** What `forSale` left out of the suppliers of each kind; else nothing. */
  readonly suppliersOff: SuppliersOff;
  /**
   * The service as an organization sells through it now: without the suppliers that are switched off for it, and with
   * caches that hold nothing of them. For searches; what was booked is serviced by the whole of it.
   */
  forSale(organizationId: OrganizationId): Promise<App>;
  /** With whose key suppliers are called. */
  readonly supplierAccounts: KnownAccounts;
  readonly supplierAccountHealth: HealthRecorder;
  /** What keyed suppliers were asked today. */
  readonly supplierAccountCalls: AccountUsage;
  readonly supplierAccountChecks: AccountChecks;
  readonly supplierAccountBookings: AccountBookings;
  readonly paymentProcessor: PaymentProcessor | undefined;
  readonly paymentPurposes: PaymentPurposes;
  readonly changeSessions: ChangeSessions;
  readonly tripBookings: TripBookings;
  readonly bookingChanges: BookingChanges;
  readonly stayFacts: StayFacts;
  readonly bookingMail: BookingMail;
  readonly bookingInvoices: BookingInvoices;
  readonly ucpOrders: UcpOrders;
  readonly programAccess: ProgramAccess;
  /** Signs quotes and receipts. */
  readonly signer: DocumentSigner;
  /** Prints documents as PDF. */
  readonly printer: Printer;
  /** Who organizations are to their customers. */
  readonly sellers: SellerProfiles;
  readonly authorizationRequests: AuthorizationRequests;
}

declare module './platform/registered-app.ts' {
  interface AppRegistry {
    readonly app: App;
  }
}
