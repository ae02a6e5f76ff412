import type { AtlasAirport } from '../../src/reference/atlas.ts';

/** How an airport works its flights. Minutes; the night is in local minutes of the day, from `closes` to `opens`. */
export interface AirportOperations {
  readonly taxiOut: number;
  readonly taxiIn: number;
  /** First and last minute of the day at which the airport takes off and lands. */
  readonly opens: number;
  readonly closes: number;
  /** Flights to and from abroad go on through the night. */
  readonly isOpenAtNight: boolean;
  /** Flights within the country are flown by daylight. */
  readonly isDaylightAtHome: boolean;
}

/** Usual minutes to and from the runway by size (XL, L, M, S, XS): medians of published taxi times, rounded. */
const TAXI_BY_SIZE = [
  [15, 8],
  [12, 6],
  [10, 5],
  [8, 4],
  [6, 4],
] as const;

/** Airports known to be slower or quicker on the ground than their size: minutes out and in. */
const TAXI_KNOWN: Readonly<Record<string, readonly [number, number]>> = {
  LHR: [23, 11],
  LGW: [18, 8],
  LCY: [10, 5],
  CDG: [17, 9],
  AMS: [15, 9],
  FRA: [13, 7],
  MUC: [13, 6],
  ZRH: [13, 6],
  IST: [18, 10],
  SAW: [16, 8],
  FCO: [16, 8],
  MAD: [17, 9],
  BCN: [16, 8],
  DUB: [17, 8],
  CPH: [12, 6],
  OSL: [11, 6],
  ARN: [11, 6],
  HEL: [11, 6],
  JFK: [28, 11],
  LGA: [25, 10],
  EWR: [25, 11],
  BOS: [20, 9],
  PHL: [21, 9],
  DCA: [18, 7],
  IAD: [17, 9],
  ORD: [20, 12],
  ATL: [16, 9],
  CLT: [19, 11],
  DFW: [17, 11],
  IAH: [17, 9],
  DEN: [16, 9],
  MIA: [18, 9],
  LAX: [17, 11],
  SFO: [19, 9],
  SEA: [18, 9],
  LAS: [15, 8],
  PHX: [15, 8],
  MSP: [17, 8],
  DTW: [17, 9],
  SLC: [17, 8],
  MCO: [15, 10],
  YYZ: [18, 9],
  YUL: [15, 7],
  MEX: [20, 10],
  BOG: [20, 9],
  GRU: [18, 8],
  CGH: [13, 6],
  SDU: [10, 5],
  GIG: [13, 6],
  LIM: [17, 8],
  EZE: [15, 7],
  AEP: [13, 6],
  SCL: [15, 7],
  DXB: [17, 10],
  DOH: [15, 9],
  AUH: [14, 8],
  JED: [18, 9],
  RUH: [14, 8],
  CAI: [15, 8],
  TLV: [15, 8],
  DEL: [20, 10],
  BOM: [21, 9],
  BLR: [15, 8],
  SIN: [16, 9],
  KUL: [17, 9],
  BKK: [17, 9],
  CGK: [19, 9],
  MNL: [22, 11],
  HKG: [17, 9],
  TPE: [15, 8],
  PEK: [25, 12],
  PKX: [22, 10],
  PVG: [24, 12],
  SHA: [23, 11],
  CAN: [22, 11],
  SZX: [20, 10],
  HND: [20, 9],
  NRT: [21, 10],
  ITM: [9, 4],
  KIX: [11, 6],
  CTS: [10, 5],
  FUK: [11, 5],
  OKA: [10, 5],
  ICN: [21, 10],
  GMP: [12, 6],
  CJU: [12, 6],
  SGN: [18, 9],
  HAN: [15, 8],
  SYD: [16, 8],
  MEL: [14, 7],
  BNE: [13, 7],
  JNB: [12, 8],
  AKL: [13, 6],
};

/** Airports that are shut, or all but shut, in the night: local hours and minutes as numbers, closing and opening. */
const CURFEWS: Readonly<Record<string, readonly [number, number]>> = {
  FRA: [2300, 500],
  MUC: [2359, 500],
  BER: [2330, 530],
  HAM: [2300, 600],
  DUS: [2300, 600],
  STR: [2330, 600],
  ZRH: [2330, 600],
  GVA: [2400, 600],
  BSL: [2400, 500],
  ORY: [2330, 600],
  NTE: [2400, 600],
  LHR: [2320, 440],
  LCY: [2200, 630],
  LGW: [2400, 500],
  BHD: [2130, 630],
  LIN: [2330, 600],
  BGY: [2359, 500],
  BRU: [2359, 500],
  CRL: [2300, 630],
  LUX: [2300, 600],
  EIN: [2300, 700],
  AMS: [2400, 445],
  RTM: [2300, 700],
  LIS: [2400, 600],
  VIE: [2359, 500],
  WAW: [2330, 530],
  CPH: [2400, 500],
  BMA: [2200, 700],
  OSL: [2400, 600],
  TRF: [2300, 600],
  FLR: [2300, 600],
  CIA: [2300, 600],
  SYD: [2300, 600],
  ADL: [2300, 600],
  OOL: [2300, 600],
  WLG: [2400, 600],
  ZQN: [2200, 600],
  ITM: [2100, 700],
  FUK: [2200, 700],
  NRT: [2400, 600],
  GMP: [2300, 600],
  CJU: [2300, 600],
  PUS: [2300, 600],
  TAE: [2359, 500],
  TSA: [2300, 600],
  KHH: [2359, 600],
  CGH: [2300, 600],
  SDU: [2230, 600],
  AEP: [2359, 530],
  SNA: [2230, 700],
  SAN: [2330, 630],
  LGA: [2359, 545],
  DCA: [2330, 545],
  BUR: [2200, 700],
  LGB: [2200, 700],
  YTZ: [2300, 645],
};

/**
 * Countries whose airports send and take international flights all night: the Gulf, South Asia, the eastern
 * Mediterranean.
 */
const NIGHT_COUNTRIES: ReadonlySet<string> = new Set([
  'AE',
  'QA',
  'BH',
  'OM',
  'KW',
  'SA',
  'IR',
  'IQ',
  'IN',
  'PK',
  'LK',
  'BD',
  'MV',
  'NP',
  'TR',
  'EG',
  'LB',
  'JO',
  'IL',
  'ET',
  'GE',
  'AM',
  'AZ',
  'UZ',
  'KZ',
  'KG',
]);
/** Countries whose fields lie between mountains and mostly have no lights. */
const DAYLIGHT_COUNTRIES: ReadonlySet<string> = new Set(['NP', 'BT']);
const DAY_MINUTES = 1440;

/** What is known of an airport, else what is usual for its size. */
export function operationsOf(airport: AtlasAirport): AirportOperations {
  const [taxiOut, taxiIn] = TAXI_KNOWN[airport.iata] ?? TAXI_BY_SIZE[airport.size] ?? TAXI_BY_SIZE[4];
  const [closes, opens] = CURFEWS[airport.iata] ?? [2400, 0];
  return {
    taxiOut,
    taxiIn,
    opens: toMinutes(opens),
    closes: Math.min(DAY_MINUTES, toMinutes(closes)),
    isOpenAtNight: NIGHT_COUNTRIES.has(airport.country),
    isDaylightAtHome: DAYLIGHT_COUNTRIES.has(airport.country),
  };
}

function toMinutes(clock: number): number {
  return Math.floor(clock / 100) * 60 + (clock % 100);
}
