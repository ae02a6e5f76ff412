import type { Carrier, Place } from './bundle.ts';

/** Nearer than this people drive or take the train, in kilometres. */
const OVERLAND_MIN_KM = 180;
/** Countries whose fast trains take more: China's between neighbouring provinces, Japan's, Korea's and Taiwan's along the coast. */
const FAST_TRAIN_MIN_KM: Readonly<Record<string, number>> = { CN: 330, JP: 240, KR: 200, TW: 300 };
/** A network airline does fetch passengers to its hub from a smaller city nearby. */
const FEEDER_MIN_KM = 100;
const FEEDER_PASSENGERS_M = 9;
const FEEDER_COUNTRIES: ReadonlySet<string> = new Set(['US', 'CA', 'DE', 'AT', 'MX', 'BR', 'CO', 'PE', 'SA', 'RU', 'AU', 'NZ', 'ZA', 'KE', 'ET']);
/** Countries of islands, or of mountains and fjords without good roads: a short flight is the usual way. */
const ROADLESS: ReadonlySet<string> = new Set(['PH', 'ID', 'PG', 'NO', 'GR', 'HR', 'IS', 'FO', 'GL', 'NP', 'BT', 'FJ', 'SB', 'VU', 'NC', 'PF', 'WS', 'TO', 'KI', 'MV', 'SC', 'CV', 'BS', 'TC', 'AG', 'VC', 'KY', 'TT', 'CR', 'PA', 'TZ', 'KE', 'MU', 'FM', 'MH', 'MP', 'CK', 'KM', 'ST', 'BQ', 'VG', 'BZ']);
/** Airports of other countries that lie on an island, or across water or mountains from all that is near. */
const ISLANDS: ReadonlySet<string> = new Set([
  ...['HNL', 'OGG', 'KOA', 'LIH', 'ITO', 'LNY', 'MKK', 'JHM', 'ACK', 'MVY', 'SJU', 'STT', 'STX', 'EYW', 'JNU', 'SIT', 'KTN', 'PSG', 'WRG', 'YAK', 'CDV', 'ADQ', 'BET', 'OME', 'OTZ', 'SCC', 'BRW', 'AKN', 'DLG', 'ENA', 'HOM', 'VDZ', 'DUT', 'GST'],
  ...['PMI', 'IBZ', 'MAH', 'LPA', 'TFN', 'TFS', 'FUE', 'ACE', 'SPC', 'GMZ', 'VDE', 'FNC', 'PXO', 'PDL', 'TER', 'HOR', 'PIX', 'SMA', 'FLW', 'GRW', 'SJZ', 'AJA', 'BIA', 'CLY', 'FSC', 'CAG', 'OLB', 'AHO', 'PMO', 'CTA', 'TPS', 'PNL', 'LMP'],
  ...['JER', 'GCI', 'ACI', 'IOM', 'KOI', 'LSI', 'SYY', 'BEB', 'ILY', 'BRR', 'TRE', 'BFS', 'BHD', 'LDY', 'ISC', 'VBY', 'RNB', 'MHQ', 'BMA', 'RNN', 'HGL', 'GWT'],
  ...['OKA', 'MMY', 'ISG', 'ASJ', 'KUM', 'TKN', 'OKI', 'TSJ', 'IKI', 'FUJ', 'KKJ', 'UEO', 'OGN', 'HAC', 'OIM', 'MYE', 'TNE', 'RNJ', 'RIS', 'CJU', 'MZG', 'KNH', 'LZN', 'MFK', 'HUN', 'TTT', 'HAK', 'SYX', 'DLC', 'DLU', 'LJG', 'TCZ', 'KUH', 'MMB'],
  ...['LGK', 'LBU', 'TOD', 'USM', 'PQC', 'VCS', 'IXZ', 'AGX', 'TNG', 'YYJ', 'YCD', 'YQQ', 'YYB', 'ADZ', 'PVA', 'SPR', 'CZM', 'FEN', 'PHB', 'HTI', 'HVB', 'KGC', 'KNS', 'CHT', 'NSN', 'WLG', 'BHE', 'DJE', 'ECN', 'RUN', 'GBJ', 'PTP', 'FDF', 'SXM', 'SBH', 'SFG'],
]);

/** Hong Kong and Macau are across a bridge from Guangdong. */
function mainlandOf({ country }: Place): string {
  return country === 'HK' || country === 'MO' ? 'CN' : country;
}

/**
 * True where nobody would fly between two airports, given the kilometres between them: both on the same mainland of one
 * country and near by road or rail, unless a network airline feeds its hub. Over a border, airlines that feed no hub do not
 * fly such a distance either.
 */
export function isOverland(carrier: Carrier, from: Place, to: Place, km: number): boolean {
  if (ROADLESS.has(from.country) || ISLANDS.has(from.iata) || ISLANDS.has(to.iata)) return false;
  if (mainlandOf(from) !== mainlandOf(to)) return carrier.isLowCost && km < OVERLAND_MIN_KM && !ROADLESS.has(to.country);
  if (from.country !== to.country) return km < FEEDER_MIN_KM;
  if (km >= (FAST_TRAIN_MIN_KM[from.country] ?? OVERLAND_MIN_KM)) return false;
  return km < FEEDER_MIN_KM || !(isFeeder(carrier, from, to) || isFeeder(carrier, to, from));
}

function isFeeder({ hubs, isLowCost }: Carrier, hub: Place, other: Place): boolean {
  return FEEDER_COUNTRIES.has(hub.country) && !isLowCost && hubs.includes(hub.iata) && other.passengers <= FEEDER_PASSENGERS_M;
}
