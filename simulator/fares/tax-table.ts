/**
 * One tax or charge a traveler pays for leaving from or arriving in a country, as ticketed. Codes and amounts are
 * approximations of 2026 tariffs, written from general knowledge for a sandbox: right in kind and size, not to be
 * relied on.
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
  /**
   * Charged only for these cabins; any when left out. `rear`: economy and premium economy; `front`: business and first.
   */
  readonly cabins?: 'economy' | 'above_economy' | 'rear' | 'front';
  /** Charged only for journeys of this length in kilometres. */
  readonly kmMin?: number;
  readonly kmMax?: number;
  /** Charged only between this country and the rule's. */
  readonly between?: string;
  /** Not charged between this country and the rule's. */
  readonly notBetween?: string;
  /** A share of the base fare instead of an amount. */
  readonly share?: number;
  /** An airport's own charge: small airports ask less. */
  readonly isAirports?: boolean;
  /** Lap infants pay it too. */
  readonly hasInfants?: boolean;
  /** Children under 12 do not pay it. */
  readonly isChildFree?: boolean;
}

type Options = Omit<TaxRule, 'country' | 'code' | 'description' | 'amount' | 'currency' | 'on' | 'scope'>;
type Row = readonly [string, string, string, number, string, TaxRule['on'], TaxRule['scope'], Options?];

const AIRPORTS: Options = { isAirports: true };

const BRITISH_ISLES: readonly Row[] = [
  ['GB', 'GB', 'Air Passenger Duty', 8, 'GBP', 'departure', 'domestic', { cabins: 'economy', isChildFree: true }],
  ['GB', 'GB', 'Air Passenger Duty', 16, 'GBP', 'departure', 'domestic', { cabins: 'above_economy' }],
  [
    'GB',
    'GB',
    'Air Passenger Duty',
    15,
    'GBP',
    'departure',
    'international',
    { kmMax: 3218, cabins: 'economy', isChildFree: true },
  ],
  ['GB', 'GB', 'Air Passenger Duty', 32, 'GBP', 'departure', 'international', { kmMax: 3218, cabins: 'above_economy' }],
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
  [
    'GB',
    'GB',
    'Air Passenger Duty',
    244,
    'GBP',
    'departure',
    'international',
    { kmMin: 3219, kmMax: 8851, cabins: 'above_economy' },
  ],
  [
    'GB',
    'GB',
    'Air Passenger Duty',
    106,
    'GBP',
    'departure',
    'international',
    { kmMin: 8852, cabins: 'economy', isChildFree: true },
  ],
  [
    'GB',
    'GB',
    'Air Passenger Duty',
    253,
    'GBP',
    'departure',
    'international',
    { kmMin: 8852, cabins: 'above_economy' },
  ],
  ['GB', 'UB', 'Passenger service charge', 24, 'GBP', 'departure', 'international', AIRPORTS],
  ['GB', 'UB', 'Passenger service charge', 15, 'GBP', 'departure', 'domestic', AIRPORTS],
  ['IE', 'IE', 'Passenger charge', 13.5, 'EUR', 'departure', 'any', AIRPORTS],
];

const WESTERN_EUROPE: readonly Row[] = [
  ['FR', 'FR', 'Airport security and safety tax', 11.27, 'EUR', 'departure', 'any', AIRPORTS],
  ['FR', 'QX', 'Passenger service charge', 14.6, 'EUR', 'departure', 'any', AIRPORTS],
  ['FR', 'O4', 'Solidarity tax', 7.4, 'EUR', 'departure', 'domestic', { cabins: 'rear' }],
  ['FR', 'O4', 'Solidarity tax', 30, 'EUR', 'departure', 'domestic', { cabins: 'front' }],
  ['FR', 'O4', 'Solidarity tax', 7.4, 'EUR', 'departure', 'international', { kmMax: 2000, cabins: 'rear' }],
  ['FR', 'O4', 'Solidarity tax', 15, 'EUR', 'departure', 'international', { kmMin: 2001, kmMax: 5500, cabins: 'rear' }],
  ['FR', 'O4', 'Solidarity tax', 40, 'EUR', 'departure', 'international', { kmMin: 5501, cabins: 'rear' }],
  ['FR', 'O4', 'Solidarity tax', 30, 'EUR', 'departure', 'international', { kmMax: 2000, cabins: 'front' }],
  [
    'FR',
    'O4',
    'Solidarity tax',
    80,
    'EUR',
    'departure',
    'international',
    { kmMin: 2001, kmMax: 5500, cabins: 'front' },
  ],
  ['FR', 'O4', 'Solidarity tax', 120, 'EUR', 'departure', 'international', { kmMin: 5501, cabins: 'front' }],
  ['DE', 'OY', 'Air transport tax', 15.53, 'EUR', 'departure', 'any', { kmMax: 2500 }],
  ['DE', 'OY', 'Air transport tax', 39.34, 'EUR', 'departure', 'international', { kmMin: 2501, kmMax: 6000 }],
  ['DE', 'OY', 'Air transport tax', 70.83, 'EUR', 'departure', 'international', { kmMin: 6001 }],
  ['DE', 'RA', 'Passenger service charge', 24.1, 'EUR', 'departure', 'any', AIRPORTS],
  ['DE', 'DE', 'Airport security charge', 11.6, 'EUR', 'departure', 'any', { hasInfants: true }],
  ['NL', 'CJ', 'Security service charge', 15.2, 'EUR', 'departure', 'any', AIRPORTS],
  ['NL', 'RN', 'Passenger service charge', 21.9, 'EUR', 'departure', 'any', AIRPORTS],
  ['NL', 'VV', 'Air passenger tax', 29.4, 'EUR', 'departure', 'any'],
  ['BE', 'BE', 'Passenger and security charge', 29, 'EUR', 'departure', 'any', AIRPORTS],
  ['BE', 'AO', 'Boarding tax', 10, 'EUR', 'departure', 'any', { kmMax: 500 }],
  ['BE', 'AO', 'Boarding tax', 5, 'EUR', 'departure', 'any', { kmMin: 501 }],
  ['LU', 'LU', 'Passenger and security charge', 17, 'EUR', 'departure', 'any'],
  ['CH', 'CH', 'Passenger and security charge', 34, 'CHF', 'departure', 'any'],
  ['AT', 'QD', 'Air transport levy', 12, 'EUR', 'departure', 'any'],
  ['AT', 'ZY', 'Passenger and security charge', 26, 'EUR', 'departure', 'any'],
  ['ES', 'JD', 'Departure charge', 15.8, 'EUR', 'departure', 'any', AIRPORTS],
  ['ES', 'OG', 'Aviation safety and security fee', 0.64, 'EUR', 'departure', 'any'],
  ['ES', 'QV', 'Security charge', 3.7, 'EUR', 'departure', 'any'],
  ['PT', 'PT', 'Security charge', 6.2, 'EUR', 'departure', 'any'],
  ['PT', 'YP', 'Passenger service charge', 15.5, 'EUR', 'departure', 'any', AIRPORTS],
  ['IT', 'HB', 'Council city tax', 6.5, 'EUR', 'departure', 'any'],
  ['IT', 'IT', 'Embarkation tax', 13.9, 'EUR', 'departure', 'any', AIRPORTS],
  ['IT', 'VT', 'Security charge', 3.1, 'EUR', 'departure', 'any'],
  ['GR', 'GR', 'Passenger terminal charge', 12.9, 'EUR', 'departure', 'any'],
  ['GR', 'WP', 'Security charge', 5, 'EUR', 'departure', 'any'],
  ['MT', 'MT', 'Passenger service charge', 14.5, 'EUR', 'departure', 'any'],
  ['CY', 'CY', 'Passenger service charge', 18.5, 'EUR', 'departure', 'any'],
  ['HR', 'HR', 'Passenger service charge', 17, 'EUR', 'departure', 'any'],
];

const NORTHERN_AND_EASTERN_EUROPE: readonly Row[] = [
  ['DK', 'ZO', 'Passenger service charge', 178, 'DKK', 'departure', 'any', AIRPORTS],
  ['DK', 'D9', 'Passenger levy', 50, 'DKK', 'departure', 'international', { kmMax: 3000 }],
  ['DK', 'D9', 'Passenger levy', 300, 'DKK', 'departure', 'international', { kmMin: 3001 }],
  ['SE', 'SE', 'Passenger service charge', 152, 'SEK', 'departure', 'any', AIRPORTS],
  ['NO', 'NO', 'Passenger and security charge', 158, 'NOK', 'departure', 'any'],
  ['NO', 'ZM', 'Air passenger tax', 60, 'NOK', 'departure', 'any', { kmMax: 2500 }],
  ['NO', 'ZM', 'Air passenger tax', 342, 'NOK', 'departure', 'international', { kmMin: 2501 }],
  ['FI', 'WL', 'Passenger service charge', 11.2, 'EUR', 'departure', 'any'],
  ['IS', 'IS', 'Passenger and security charge', 4300, 'ISK', 'departure', 'international'],
  ['PL', 'XW', 'Passenger service charge', 71, 'PLN', 'departure', 'any', AIRPORTS],
  ['PL', 'ND', 'Safety and security fee', 15, 'PLN', 'departure', 'any'],
  ['CZ', 'CZ', 'Passenger service charge', 560, 'CZK', 'departure', 'any'],
  ['HU', 'HU', 'Passenger service charge', 9200, 'HUF', 'departure', 'any'],
  ['RO', 'RO', 'Passenger service charge', 52, 'RON', 'departure', 'any', AIRPORTS],
  ['BG', 'BG', 'Passenger charge', 9, 'EUR', 'departure', 'any'],
  ['TR', 'TR', 'Airport service charge', 17, 'EUR', 'departure', 'international', AIRPORTS],
  ['TR', 'TR', 'Airport service charge', 3, 'EUR', 'departure', 'domestic'],
  ['TR', 'M6', 'Security charge', 3, 'EUR', 'departure', 'international'],
];

const AMERICAS: readonly Row[] = [
  ['US', 'US', 'Transportation tax, domestic', 0, 'USD', 'departure', 'domestic', { share: 0.075, hasInfants: true }],
  ['US', 'US', 'Transportation tax, departure', 23.4, 'USD', 'departure', 'international', { hasInfants: true }],
  ['US', 'US', 'Transportation tax, arrival', 23.4, 'USD', 'arrival', 'international', { hasInfants: true }],
  ['US', 'YC', 'Customs user fee', 7.39, 'USD', 'arrival', 'international', { notBetween: 'CA', hasInfants: true }],
  ['US', 'XY', 'Immigration user fee', 7, 'USD', 'arrival', 'international', { hasInfants: true }],
  ['US', 'XA', 'Agriculture inspection fee', 3.84, 'USD', 'arrival', 'international', { hasInfants: true }],
  ['US', 'ZP', 'Flight segment tax', 5.3, 'USD', 'departure', 'domestic'],
  ['US', 'AY', 'September 11 security fee', 5.6, 'USD', 'departure', 'any'],
  ['US', 'XF', 'Passenger facility charge', 4.5, 'USD', 'departure', 'any'],
  ['CA', 'CA', 'Air travellers security charge', 9.94, 'CAD', 'departure', 'domestic'],
  ['CA', 'CA', 'Air travellers security charge', 16.89, 'CAD', 'departure', 'international', { between: 'US' }],
  ['CA', 'CA', 'Air travellers security charge', 34.42, 'CAD', 'departure', 'international', { notBetween: 'US' }],
  ['CA', 'SQ', 'Airport improvement fee', 38, 'CAD', 'departure', 'any', AIRPORTS],
  ['CA', 'XG', 'Goods and services tax', 0, 'USD', 'departure', 'domestic', { share: 0.05 }],
  ['MX', 'XD', 'Airport use fee', 46, 'USD', 'departure', 'international'],
  ['MX', 'XV', 'Airport use fee', 28, 'USD', 'departure', 'domestic', AIRPORTS],
  ['MX', 'XO', 'Value added tax', 0, 'USD', 'departure', 'domestic', { share: 0.16 }],
  ['MX', 'UK', 'Tourism tax', 41, 'USD', 'arrival', 'international'],
  ['BR', 'BR', 'Embarkation fee', 62, 'BRL', 'departure', 'international'],
  ['BR', 'BR', 'Embarkation fee', 38, 'BRL', 'departure', 'domestic'],
  ['AR', 'XR', 'Airport use fee', 57, 'USD', 'departure', 'international'],
  ['AR', 'XR', 'Airport use fee', 6, 'USD', 'departure', 'domestic'],
  ['AR', 'QO', 'Security fee', 8, 'USD', 'departure', 'international'],
  ['AR', 'Q1', 'Tourism fund tax', 0, 'USD', 'departure', 'international', { share: 0.07 }],
  ['CL', 'CL', 'Boarding tax', 26, 'USD', 'departure', 'international'],
  ['CL', 'CL', 'Boarding tax', 9, 'USD', 'departure', 'domestic'],
  ['PE', 'HW', 'Airport use tariff', 30.6, 'USD', 'departure', 'international'],
  ['PE', 'HW', 'Airport use tariff', 11, 'USD', 'departure', 'domestic'],
  ['PE', 'PE', 'General sales tax', 0, 'USD', 'departure', 'domestic', { share: 0.18 }],
  ['CO', 'CO', 'Airport tax', 25, 'USD', 'departure', 'international'],
  ['CO', 'CO', 'Airport tax', 5, 'USD', 'departure', 'domestic'],
  ['CO', 'YS', 'Value added tax', 0, 'USD', 'departure', 'domestic', { share: 0.19 }],
  ['PA', 'AH', 'Passenger service charge', 40, 'USD', 'departure', 'international'],
  ['CR', 'CR', 'Departure tax', 29, 'USD', 'departure', 'international'],
  ['DO', 'DO', 'Airport use fee', 20, 'USD', 'departure', 'international'],
  ['DO', 'L5', 'Tourist card', 10, 'USD', 'arrival', 'international'],
];

const ASIA: readonly Row[] = [
  ['JP', 'SW', 'Passenger service facility charge', 2500, 'JPY', 'departure', 'international'],
  ['JP', 'SW', 'Passenger service facility charge', 450, 'JPY', 'departure', 'domestic'],
  ['JP', 'OI', 'Passenger security service charge', 700, 'JPY', 'departure', 'international'],
  ['JP', 'TK', 'International tourist tax', 3000, 'JPY', 'departure', 'international'],
  ['KR', 'BP', 'Passenger service charge', 28000, 'KRW', 'departure', 'international'],
  ['KR', 'BP', 'Passenger service charge', 4000, 'KRW', 'departure', 'domestic'],
  ['CN', 'CN', 'Airport construction fee', 90, 'CNY', 'departure', 'international'],
  ['CN', 'CN', 'Airport construction fee', 50, 'CNY', 'departure', 'domestic', { isChildFree: true }],
  ['HK', 'HK', 'Air passenger departure tax', 200, 'HKD', 'departure', 'any', { isChildFree: true }],
  ['HK', 'G3', 'Airport construction fee', 90, 'HKD', 'departure', 'any', { kmMax: 2500 }],
  ['HK', 'G3', 'Airport construction fee', 160, 'HKD', 'departure', 'any', { kmMin: 2501 }],
  ['HK', 'I5', 'Airport security charge', 65, 'HKD', 'departure', 'any'],
  ['TW', 'TW', 'Airport service charge', 16, 'USD', 'departure', 'international'],
  ['SG', 'SG', 'Passenger service and security fee', 54.4, 'SGD', 'departure', 'any'],
  ['SG', 'L7', 'Airport development levy', 10.8, 'SGD', 'departure', 'any'],
  ['SG', 'OP', 'Aviation levy', 8, 'SGD', 'departure', 'any'],
  ['MY', 'MY', 'Passenger service charge', 73, 'MYR', 'departure', 'international'],
  ['MY', 'MY', 'Passenger service charge', 11, 'MYR', 'departure', 'domestic'],
  ['TH', 'TS', 'Passenger service charge', 730, 'THB', 'departure', 'international'],
  ['TH', 'TS', 'Passenger service charge', 130, 'THB', 'departure', 'domestic'],
  ['TH', 'E7', 'Advance passenger processing', 35, 'THB', 'departure', 'international'],
  ['VN', 'AX', 'Passenger service charge', 25, 'USD', 'departure', 'international'],
  ['VN', 'AX', 'Passenger service charge', 4, 'USD', 'departure', 'domestic'],
  ['VN', 'UE', 'Value added tax', 0, 'USD', 'departure', 'domestic', { share: 0.08 }],
  ['ID', 'D5', 'Passenger service charge', 240000, 'IDR', 'departure', 'international'],
  ['ID', 'D5', 'Passenger service charge', 110000, 'IDR', 'departure', 'domestic'],
  ['ID', 'ID', 'Value added tax', 0, 'USD', 'departure', 'domestic', { share: 0.11 }],
  ['PH', 'PH', 'Terminal fee', 950, 'PHP', 'departure', 'international'],
  ['PH', 'LI', 'Terminal fee', 390, 'PHP', 'departure', 'domestic'],
  ['PH', 'PV', 'Value added tax', 0, 'USD', 'departure', 'domestic', { share: 0.12 }],
  ['IN', 'IN', 'User development fee', 1100, 'INR', 'departure', 'international', AIRPORTS],
  ['IN', 'IN', 'User development fee', 400, 'INR', 'departure', 'domestic', AIRPORTS],
  ['IN', 'P2', 'Aviation security fee', 236, 'INR', 'departure', 'domestic'],
  ['IN', 'P2', 'Aviation security fee', 1000, 'INR', 'departure', 'international'],
  [
    'IN',
    'K3',
    'Goods and services tax',
    0,
    'USD',
    'departure',
    'any',
    { share: 0.05, cabins: 'economy', hasInfants: true },
  ],
  [
    'IN',
    'K3',
    'Goods and services tax',
    0,
    'USD',
    'departure',
    'any',
    { share: 0.18, cabins: 'above_economy', hasInfants: true },
  ],
];

const MIDDLE_EAST_AFRICA_OCEANIA: readonly Row[] = [
  ['AE', 'AE', 'Passenger service charge', 75, 'AED', 'departure', 'international'],
  ['AE', 'F6', 'Passenger facilities charge', 35, 'AED', 'departure', 'international'],
  ['AE', 'TP', 'Passenger security and safety fee', 5, 'AED', 'departure', 'international'],
  ['AE', 'ZR', 'Advance passenger information fee', 10, 'AED', 'arrival', 'international', { hasInfants: true }],
  ['QA', 'QA', 'Passenger facility charge', 60, 'QAR', 'departure', 'international'],
  ['QA', 'PZ', 'Airport development charge', 60, 'QAR', 'departure', 'international'],
  ['SA', 'SA', 'Airport building charge', 87, 'SAR', 'departure', 'international'],
  ['SA', 'SA', 'Airport building charge', 10, 'SAR', 'departure', 'domestic'],
  ['SA', 'K7', 'Value added tax', 0, 'USD', 'departure', 'domestic', { share: 0.15 }],
  ['IL', 'IL', 'Passenger service charge', 28, 'USD', 'departure', 'international'],
  ['EG', 'EG', 'Embarkation tax', 25, 'USD', 'departure', 'international'],
  ['ZA', 'ZA', 'Passenger service charge', 390, 'ZAR', 'departure', 'international'],
  ['ZA', 'ZA', 'Passenger service charge', 149, 'ZAR', 'departure', 'domestic'],
  ['ZA', 'UM', 'Security charge', 24, 'ZAR', 'departure', 'any'],
  ['ZA', 'WC', 'Air passenger tax', 190, 'ZAR', 'departure', 'international'],
  ['ZA', 'ZV', 'Value added tax', 0, 'USD', 'departure', 'domestic', { share: 0.15 }],
  ['KE', 'TU', 'Air passenger service charge', 50, 'USD', 'departure', 'international'],
  ['NG', 'QT', 'Passenger service charge', 100, 'USD', 'departure', 'international'],
  ['NG', 'QT', 'Passenger service charge', 1.5, 'USD', 'departure', 'domestic'],
  ['NG', 'NG', 'Ticket sales charge', 0, 'USD', 'departure', 'any', { share: 0.05 }],
  ['GH', 'GH', 'Airport passenger service charge', 60, 'USD', 'departure', 'international'],
  ['MA', 'MA', 'Passenger service charge', 18, 'EUR', 'departure', 'international'],
  ['AU', 'AU', 'Passenger movement charge', 70, 'AUD', 'departure', 'international', { isChildFree: true }],
  ['AU', 'WY', 'Passenger services charge', 32, 'AUD', 'departure', 'international'],
  ['AU', 'QR', 'Passenger services charge', 14, 'AUD', 'departure', 'domestic'],
  ['AU', 'UO', 'Goods and services tax', 0, 'USD', 'departure', 'domestic', { share: 0.1 }],
  ['NZ', 'F1', 'Border and security levy', 46, 'NZD', 'departure', 'international'],
  ['NZ', 'XT', 'Passenger service charge', 11, 'NZD', 'departure', 'any'],
  ['NZ', 'NZ', 'Goods and services tax', 0, 'USD', 'departure', 'domestic', { share: 0.15 }],
];

/** Every rule, by country. A country without one is charged by DEFAULT_CHARGES. */
export const TAX_RULES: ReadonlyMap<string, readonly TaxRule[]> = Map.groupBy(
  [
    ...BRITISH_ISLES,
    ...WESTERN_EUROPE,
    ...NORTHERN_AND_EASTERN_EUROPE,
    ...AMERICAS,
    ...ASIA,
    ...MIDDLE_EAST_AFRICA_OCEANIA,
  ].map(
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

/** The share of an airport's own charge that airports of each size ask (XL, L, M, S, XS). */
export const AIRPORT_CHARGE_SHARES = [1, 0.7, 0.55, 0.45, 0.4] as const;
