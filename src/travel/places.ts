/** An airport of the loaded world. */
export interface Airport {
  readonly iata: string;
  readonly name: string;
  readonly cityCode: string;
  readonly cityName: string;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly zone: string;
  /** 1 = busiest. */
  readonly rank: number;
}

/** A city (metropolitan area) with the airports that serve it, busiest first. */
export interface City {
  readonly code: string;
  readonly name: string;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly airports: readonly string[];
}

/** An airline as shown to travelers. */
export interface Airline {
  readonly code: string;
  readonly name: string;
  readonly country: string;
  readonly isLowCost: boolean;
  readonly alliance: string | undefined;
  /** IATA accounting code, the first three digits of its ticket numbers; absent where not known. */
  readonly ticketPrefix?: string | undefined;
}

/**
 * User-assigned in ISO 3166: no real place has it. The sandbox's scenario places do, and what happens there teaches
 * nothing.
 */
export const FICTIONAL_COUNTRY = 'ZZ';

/** A country: ISO 3166-1 alpha-2 code, English name, home currency. */
export interface Country {
  readonly code: string;
  readonly name: string;
  readonly currency: string;
}
