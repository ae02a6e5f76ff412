/**
 * One tax or charge a traveler pays for leaving from or arriving in a country, as ticketed. Codes and amounts are
 * approximations of 2025/26 tariffs, written from general knowledge for a sandbox: right in kind and size, not to be relied on.
 */
export interface TaxRule {
  readonly country: string;
  /** As printed on tickets. */
  readonly code: string;
  readonly description: string;
  readonly amount: number;
  readonly currency: string;
  readonly on: 'departure' | 'arrival';
  readonly scope: 'domestic' | 'international' | 'any';
  /** Charged only for these cabins; any when left out. */
  readonly cabins?: 'economy' | 'premium';
  /** Charged only for journeys of this length in kilometres. */
  readonly kmMin?: number;
  readonly kmMax?: number;
  /** Lap infants pay it too. */
  readonly hasInfants?: boolean;
  /** Children under 12 do not pay it. */
  readonly isChildFree?: boolean;
}

type Options = Pick<TaxRule, 'cabins' | 'kmMin' | 'kmMax' | 'hasInfants' | 'isChildFree'>;
type Row = readonly [string, string, string, number, string, TaxRule['on'], TaxRule['scope'], Options?];

const ROWS: readonly Row[] = [
  ['GB', 'GB', 'Air Passenger Duty', 7, 'GBP', 'departure', 'domestic', { isChildFree: true }],
  ['GB', 'GB', 'Air Passenger Duty', 15, 'GBP', 'departure', 'international', { kmMax: 3218, cabins: 'economy', isChildFree: true }],
  ['GB', 'GB', 'Air Passenger Duty', 32, 'GBP', 'departure', 'international', { kmMax: 3218, cabins: 'premium' }],
  [
    'GB',
    'GB',
    'Air Passenger Duty',
    102,
    'GBP',
    'departure',
    'international',
    { kmMin: 3219, kmMax: 8851, cabins: 'economy', isChildFree: true },
  ],
  ['GB', 'GB', 'Air Passenger Duty', 244, 'GBP', 'departure', 'international', { kmMin: 3219, kmMax: 8851, cabins: 'premium' }],
  ['GB', 'GB', 'Air Passenger Duty', 106, 'GBP', 'departure', 'international', { kmMin: 8852, cabins: 'economy', isChildFree: true }],
  ['GB', 'GB', 'Air Passenger Duty', 253, 'GBP', 'departure', 'international', { kmMin: 8852, cabins: 'premium' }],
  ['GB', 'UB', 'Passenger service charge', 21, 'GBP', 'departure', 'any'],
  ['FR', 'FR', 'Airport security and safety tax', 11.27, 'EUR', 'departure', 'any'],
  ['FR', 'QX', 'Passenger service charge', 14.6, 'EUR', 'departure', 'any'],
  ['FR', 'O4', 'Solidarity tax', 7.4, 'EUR', 'departure', 'any', { kmMax: 1500, cabins: 'economy' }],
  ['FR', 'O4', 'Solidarity tax', 15, 'EUR', 'departure', 'international', { kmMin: 1501, kmMax: 5500, cabins: 'economy' }],
  ['FR', 'O4', 'Solidarity tax', 40, 'EUR', 'departure', 'international', { kmMin: 5501, cabins: 'economy' }],
  ['FR', 'O4', 'Solidarity tax', 30, 'EUR', 'departure', 'international', { kmMax: 1500, cabins: 'premium' }],
  ['FR', 'O4', 'Solidarity tax', 80, 'EUR', 'departure', 'international', { kmMin: 1501, kmMax: 5500, cabins: 'premium' }],
  ['FR', 'O4', 'Solidarity tax', 120, 'EUR', 'departure', 'international', { kmMin: 5501, cabins: 'premium' }],
  ['DE', 'OY', 'Air transport tax', 15.53, 'EUR', 'departure', 'any', { kmMax: 2500 }],
  ['DE', 'OY', 'Air transport tax', 39.34, 'EUR', 'departure', 'international', { kmMin: 2501, kmMax: 6000 }],
  ['DE', 'OY', 'Air transport tax', 70.83, 'EUR', 'departure', 'international', { kmMin: 6001 }],
  ['DE', 'RA', 'Passenger service charge', 24.1, 'EUR', 'departure', 'any'],
  ['DE', 'DE', 'Airport security charge', 10, 'EUR', 'departure', 'any', { hasInfants: true }],
  ['NL', 'CJ', 'Security service charge', 15.2, 'EUR', 'departure', 'any'],
  ['NL', 'RN', 'Passenger service charge', 21.9, 'EUR', 'departure', 'any'],
  ['NL', 'NL', 'Air passenger tax', 29.4, 'EUR', 'departure', 'any'],
  ['ES', 'JD', 'Departure charge', 15.8, 'EUR', 'departure', 'any'],
  ['ES', 'OG', 'Aviation safety and security fee', 0.64, 'EUR', 'departure', 'any'],
  ['ES', 'QV', 'Security charge', 3.7, 'EUR', 'departure', 'any'],
  ['IT', 'HB', 'Council city tax', 6.5, 'EUR', 'departure', 'any'],
  ['IT', 'IT', 'Embarkation tax', 13.9, 'EUR', 'departure', 'any'],
  ['IT', 'VT', 'Security charge', 3.1, 'EUR', 'departure', 'any'],
  ['CH', 'CH', 'Passenger and security charge', 34, 'CHF', 'departure', 'any'],
  ['AT', 'QD', 'Air transport levy', 12, 'EUR', 'departure', 'any'],
  ['AT', 'ZY', 'Passenger and security charge', 26, 'EUR', 'departure', 'any'],
  ['BE', 'BE', 'Passenger and security charge', 29, 'EUR', 'departure', 'any'],
  ['PT', 'PT', 'Security charge', 6.2, 'EUR', 'departure', 'any'],
  ['PT', 'YP', 'Passenger service charge', 15.5, 'EUR', 'departure', 'any'],
  ['IE', 'IE', 'Passenger charge', 13.5, 'EUR', 'departure', 'any'],
  ['DK', 'ZO', 'Passenger service charge', 178, 'DKK', 'departure', 'any'],
  ['DK', 'DK', 'Aviation levy', 30, 'DKK', 'departure', 'international', { kmMax: 3000 }],
  ['DK', 'DK', 'Aviation levy', 300, 'DKK', 'departure', 'international', { kmMin: 3001 }],
  ['SE', 'SE', 'Passenger service charge', 152, 'SEK', 'departure', 'any'],
  ['NO', 'NO', 'Passenger and security charge', 158, 'NOK', 'departure', 'any'],
  ['NO', 'ZM', 'Air passenger tax', 342, 'NOK', 'departure', 'international', { kmMin: 2500 }],
  ['FI', 'WL', 'Passenger service charge', 11.2, 'EUR', 'departure', 'any'],
  ['PL', 'XW', 'Passenger service charge', 71, 'PLN', 'departure', 'any'],
  ['CZ', 'CZ', 'Passenger service charge', 560, 'CZK', 'departure', 'any'],
  ['HU', 'HU', 'Passenger service charge', 9200, 'HUF', 'departure', 'any'],
  ['GR', 'GR', 'Passenger terminal charge', 12.9, 'EUR', 'departure', 'any'],
  ['GR', 'WP', 'Security charge', 5, 'EUR', 'departure', 'any'],
  ['TR', 'TR', 'Airport service charge', 17, 'EUR', 'departure', 'international'],
  ['TR', 'M6', 'Security charge', 3, 'EUR', 'departure', 'any'],
  ['US', 'US', 'Transportation tax, departure', 22.9, 'USD', 'departure', 'international', { hasInfants: true }],
  ['US', 'US', 'Transportation tax, arrival', 22.9, 'USD', 'arrival', 'international', { hasInfants: true }],
  ['US', 'YC', 'Customs user fee', 7.2, 'USD', 'arrival', 'international', { hasInfants: true }],
  ['US', 'XY', 'Immigration user fee', 7, 'USD', 'arrival', 'international', { hasInfants: true }],
  ['US', 'XA', 'Agriculture inspection fee', 3.84, 'USD', 'arrival', 'international', { hasInfants: true }],
  ['US', 'ZP', 'Flight segment tax', 5.3, 'USD', 'departure', 'domestic'],
  ['US', 'AY', 'September 11 security fee', 5.6, 'USD', 'departure', 'any'],
  ['US', 'XF', 'Passenger facility charge', 4.5, 'USD', 'departure', 'any'],
  ['CA', 'CA', 'Air travellers security charge', 9.94, 'CAD', 'departure', 'domestic'],
  ['CA', 'CA', 'Air travellers security charge', 34.42, 'CAD', 'departure', 'international'],
  ['CA', 'SQ', 'Airport improvement fee', 35, 'CAD', 'departure', 'any'],
  ['MX', 'XD', 'Airport use fee', 46, 'USD', 'departure', 'international'],
  ['MX', 'XV', 'Airport use fee', 28, 'USD', 'departure', 'domestic'],
  ['MX', 'UK', 'Tourism tax', 41, 'USD', 'arrival', 'international'],
  ['BR', 'BR', 'Embarkation fee', 62, 'BRL', 'departure', 'international'],
  ['BR', 'BR', 'Embarkation fee', 38, 'BRL', 'departure', 'domestic'],
  ['AR', 'XR', 'Airport use fee', 57, 'USD', 'departure', 'international'],
  ['AR', 'QO', 'Security fee', 8, 'USD', 'departure', 'any'],
  ['JP', 'SW', 'Passenger service facility charge', 3160, 'JPY', 'departure', 'international'],
  ['JP', 'SW', 'Passenger service facility charge', 450, 'JPY', 'departure', 'domestic'],
  ['JP', 'TK', 'International tourist tax', 1000, 'JPY', 'departure', 'international'],
  ['KR', 'BP', 'Passenger service charge', 28000, 'KRW', 'departure', 'international'],
  ['KR', 'BP', 'Passenger service charge', 4000, 'KRW', 'departure', 'domestic'],
  ['CN', 'CN', 'Airport construction fee', 90, 'CNY', 'departure', 'international'],
  ['CN', 'CN', 'Airport construction fee', 50, 'CNY', 'departure', 'domestic'],
  ['HK', 'HK', 'Air passenger departure tax', 200, 'HKD', 'departure', 'any'],
  ['HK', 'G3', 'Airport construction fee', 160, 'HKD', 'departure', 'any'],
  ['TW', 'TW', 'Airport service charge', 16, 'USD', 'departure', 'international'],
  ['SG', 'SG', 'Passenger service and security fee', 52.4, 'SGD', 'departure', 'any'],
  ['SG', 'L7', 'Airport development levy', 10.8, 'SGD', 'departure', 'any'],
  ['MY', 'MY', 'Passenger service charge', 73, 'MYR', 'departure', 'international'],
  ['MY', 'MY', 'Passenger service charge', 11, 'MYR', 'departure', 'domestic'],
  ['TH', 'TS', 'Passenger service charge', 730, 'THB', 'departure', 'international'],
  ['TH', 'TS', 'Passenger service charge', 130, 'THB', 'departure', 'domestic'],
  ['ID', 'D5', 'Passenger service charge', 240000, 'IDR', 'departure', 'international'],
  ['ID', 'D5', 'Passenger service charge', 110000, 'IDR', 'departure', 'domestic'],
  ['PH', 'PH', 'Terminal fee', 950, 'PHP', 'departure', 'international'],
  ['PH', 'PH', 'Terminal fee', 390, 'PHP', 'departure', 'domestic'],
  ['IN', 'IN', 'User development fee', 1100, 'INR', 'departure', 'international'],
  ['IN', 'IN', 'User development fee', 400, 'INR', 'departure', 'domestic'],
  ['IN', 'P2', 'Aviation security fee', 236, 'INR', 'departure', 'any'],
  ['AE', 'AE', 'Passenger service charge', 75, 'AED', 'departure', 'international'],
  ['AE', 'F6', 'Passenger facilities charge', 35, 'AED', 'departure', 'international'],
  ['QA', 'QA', 'Passenger facility charge', 60, 'QAR', 'departure', 'international'],
  ['SA', 'SA', 'Airport building charge', 87, 'SAR', 'departure', 'international'],
  ['SA', 'SA', 'Airport building charge', 21, 'SAR', 'departure', 'domestic'],
  ['EG', 'EG', 'Embarkation tax', 25, 'USD', 'departure', 'international'],
  ['ZA', 'ZA', 'Passenger service charge', 390, 'ZAR', 'departure', 'international'],
  ['ZA', 'ZA', 'Passenger service charge', 149, 'ZAR', 'departure', 'domestic'],
  ['ZA', 'UM', 'Security charge', 24, 'ZAR', 'departure', 'any'],
  ['KE', 'KE', 'Air passenger service charge', 50, 'USD', 'departure', 'international'],
  ['MA', 'MA', 'Passenger service charge', 18, 'EUR', 'departure', 'international'],
  ['AU', 'AU', 'Passenger movement charge', 70, 'AUD', 'departure', 'international'],
  ['AU', 'WY', 'Passenger services charge', 32, 'AUD', 'departure', 'international'],
  ['AU', 'QR', 'Safety and security charge', 14, 'AUD', 'departure', 'domestic'],
  ['NZ', 'NZ', 'Border and security levy', 46, 'NZD', 'departure', 'international'],
  ['NZ', 'XT', 'Passenger service charge', 11, 'NZD', 'departure', 'any'],
];

/** Every rule, by country. A country without one is charged by DEFAULT_CHARGES. */
export const TAX_RULES: ReadonlyMap<string, readonly TaxRule[]> = Map.groupBy(
  ROWS.map(
    ([country, code, description, amount, currency, on, scope, options]): TaxRule => ({
      country,
      code,
      description,
      amount,
      currency,
      on,
      scope,
      ...options,
    }),
  ),
  (rule) => rule.country,
);

/** What a country without rules of its own charges a departing passenger, in US dollars. */
export const DEFAULT_CHARGES = { international: 24, domestic: 6, africanInternational: 42 } as const;
