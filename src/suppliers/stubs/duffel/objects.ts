/** Duffel's objects as this stub writes them, in the official shapes. */

export interface DuffelCity {
  readonly type: 'city';
  readonly id: string;
  readonly name: string;
  readonly iata_code: string;
  readonly iata_country_code: string;
  readonly iata_city_code: string;
  readonly icao_code: null;
  readonly latitude: null;
  readonly longitude: null;
  readonly time_zone: null;
  readonly city_name: null;
  readonly airports?: readonly DuffelAirport[];
}

export interface DuffelAirport {
  readonly type: 'airport';
  readonly id: string;
  readonly name: string;
  readonly iata_code: string;
  readonly iata_country_code: string;
  readonly icao_code: string | null;
  readonly iata_city_code: string | null;
  readonly city_name: string | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly time_zone: string;
  readonly city: DuffelCity | null;
  readonly airports: null;
}

export type DuffelPlace = DuffelAirport | DuffelCity;

export interface DuffelAirline {
  readonly id: string;
  readonly name: string;
  readonly iata_code: string | null;
  readonly logo_symbol_url: string | null;
  readonly logo_lockup_url: string | null;
  readonly conditions_of_carriage_url: string | null;
}

export interface Aircraft {
  readonly id: string;
  readonly name: string;
  readonly iata_code: string;
}

/** Null: not known. An allowed one with a null amount: nobody knows what it costs. */
export type Condition = {
  readonly allowed: boolean;
  readonly penalty_amount: string | null;
  readonly penalty_currency: string | null;
} | null;

export interface Conditions {
  readonly change_before_departure: Condition;
  readonly refund_before_departure: Condition;
}

export type CabinClass = 'first' | 'business' | 'premium_economy' | 'economy';

export interface SegmentPassenger {
  readonly passenger_id: string;
  readonly cabin_class: CabinClass;
  readonly cabin_class_marketing_name: string;
  readonly fare_basis_code: string | null;
  readonly baggages: readonly { readonly type: 'carry_on' | 'checked'; readonly quantity: number }[];
  readonly cabin: Cabin | null;
  readonly seat?: BookedSeat | null;
}

export interface BookedSeat {
  readonly designator: string;
  readonly name: string | null;
  readonly disclosures: readonly string[];
}

export interface Cabin {
  readonly name: string;
  readonly marketing_name: string;
  readonly amenities: {
    readonly wifi: { readonly available: boolean; readonly cost: string } | null;
    readonly seat: { readonly pitch: string; readonly type: string; readonly legroom?: string } | null;
    readonly power: { readonly available: boolean } | null;
  };
}

export interface Segment {
  readonly id: string;
  readonly origin: DuffelAirport;
  readonly destination: DuffelAirport;
  readonly origin_terminal: string | null;
  readonly destination_terminal: string | null;
  readonly departing_at: string;
  readonly arriving_at: string;
  readonly duration: string | null;
  readonly distance: string | null;
  readonly aircraft: Aircraft | null;
  readonly marketing_carrier: DuffelAirline;
  readonly marketing_carrier_flight_number: string;
  readonly operating_carrier: DuffelAirline;
  readonly operating_carrier_flight_number: string | null;
  readonly stops: readonly Stop[];
  readonly passengers: readonly SegmentPassenger[];
}

export interface Stop {
  readonly id: string;
  readonly airport: DuffelAirport;
  readonly arriving_at: string;
  readonly departing_at: string;
  readonly duration: string;
}

export interface Slice {
  readonly id: string;
  readonly origin: DuffelPlace;
  readonly destination: DuffelPlace;
  readonly origin_type: string;
  readonly destination_type: string;
  readonly duration: string | null;
  readonly fare_brand_name: string | null;
  readonly segments: readonly Segment[];
  readonly conditions: Partial<Conditions> & Readonly<Record<string, Condition | boolean>>;
}

export interface OfferSlice extends Slice {
  readonly ngs_shelf: number | null;
  readonly comparison_key: string;
}

export interface OrderSlice extends Slice {
  readonly changeable: boolean;
}

export interface OfferPassenger {
  readonly id: string;
  readonly type: string | null;
  readonly age: number | null;
  readonly fare_type: string | null;
  readonly given_name: string | null;
  readonly family_name: string | null;
  readonly loyalty_programme_accounts: readonly LoyaltyAccount[];
}

export interface LoyaltyAccount {
  readonly airline_iata_code: string;
  readonly account_number: string;
}

export interface PaymentRequirements {
  readonly requires_instant_payment: boolean;
  readonly payment_required_by: string | null;
  readonly price_guarantee_expires_at: string | null;
}

export interface Offer {
  readonly id: string;
  readonly live_mode: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: string;
  readonly owner: DuffelAirline;
  readonly total_amount: string;
  readonly total_currency: string;
  readonly base_amount: string;
  readonly base_currency: string;
  readonly tax_amount: string | null;
  readonly tax_currency: string | null;
  readonly total_emissions_kg: string | null;
  readonly conditions: Conditions;
  readonly payment_requirements: PaymentRequirements | null;
  readonly passenger_identity_documents_required: boolean;
  readonly supported_passenger_identity_document_types: readonly string[];
  readonly supported_loyalty_programmes: readonly string[];
  readonly passengers: readonly OfferPassenger[];
  readonly private_fares: readonly object[];
  readonly partial: boolean;
  readonly slices: readonly OfferSlice[];
}

/** A bag or an extra that can be bought with an offer. */
export interface Service {
  readonly id: string;
  readonly type: 'baggage' | 'cancel_for_any_reason';
  readonly maximum_quantity: number;
  readonly passenger_ids: readonly string[];
  readonly segment_ids: readonly string[];
  readonly total_amount: string;
  readonly total_currency: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}
