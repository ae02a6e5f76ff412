import { constants, deflateRawSync } from 'node:zlib';
import { inflateSync } from 'fflate';

/** The first byte: which dictionary the others were packed with. */
const DICTIONARY_NUMBER = 1;
/** Longer ones stay out of the index: an entry of PostgreSQL's holds 2.7 kB at most, key included. */
const SMALL_BYTES_MAX = 1_000;
/** The text of a small offer takes some two kilobytes. A longer one than this is not small: this never grows. */
const SCRATCH_BYTES = 16_384;

/**
 * What nearly every offer says, as JSON. What is packed refers to it, so that it must never change: another dictionary
 * gets another number. What is said most often stands last.
 */
const DICTIONARY = Buffer.from(
  '{"premium_economy","first","business","terminal":"1","terminal":"2","seatsLeft":9,"brandCode":"LIGHT","isNameChangeable":false,' +
    '"weight":{"value":23,"unit":"kg"},"pieces":2,"currency":"USD"},"currency":"GBP"},"aircraft":"320","aircraft":"738",' +
    '{"format":2,"supplierName":"Duffel","isWhole":true,"isWhole":false,"offers":[{"offerKey":"AF1000@2027-01-01T10:00:00,' +
    'AF1000@2027-01-01T10:00:00","owner":"AF","validatingCarrier":"AF","carrierNames":{"AF":"Air France"},"ancillaries":[],' +
    '"passengers":{"adt":1,"chd":0,"inf_lap":0,"inf_seat":0,"youth":0,"student":0},"emissionsKg":100,' +
    '"slices":[{"origin":"CDG","destination":"LHR","departureDate":"2027-01-01","durationMinutes":100,' +
    '"segments":[{"segmentId":"s1-1","marketingCarrier":"AF","operatingCarrier":"AF","carrierNames":{"AF":"Air France"},' +
    '"flightNumber":"AF1000","aircraft":"320",' +
    '"depart":{"airport":"CDG","cityCode":"PAR","timeLocal":"2027-01-01T10:00:00","instant":"2027-01-01T09:00:00.000Z"},' +
    '"arrive":{"airport":"LHR","cityCode":"LON","timeLocal":"2027-01-01T10:00:00","instant":"2027-01-01T10:00:00.000Z"},' +
    '"durationMinutes":100,"distanceKm":1000,"cabinClass":"economy"},{"segmentId":"s1-2","marketingCarrier":"}]}],' +
    '"fares":[{"fareKey":"Light#0","brandName":"Light","cabinClass":"economy","fareBasisCodes":["Y"],"bookingClasses":[],' +
    '"total":{"value":10000,"currency":"EUR"},"passengerPrices":[],"partyTaxes":{"value":1000,"currency":"EUR"},' +
    '"bookingFees":{"value":0,"currency":"EUR"},"isChangeable":false,"isRefundable":false,"voidWindow":"none",' +
    '"checkedBags":{"pieces":0},"carryOn":{"pieces":1},"hasSeatSelection":false,"hasPriorityBoarding":false,"rules":[]},' +
    '{"fareKey":"Flex#1","brandName":"Flex","isChangeable":true,"isRefundable":true,"checkedBags":{"pieces":1},' +
    '"hasSeatSelection":true,"hasPriorityBoarding":true,"rules":[]}]}]}',
);

/** Memory that texts are unpacked into, one after the other. */
export type Scratch = Buffer;

/** Memory for the small texts of one answer. */
export function createScratch(): Scratch {
  return Buffer.allocUnsafe(SCRATCH_BYTES);
}

/**
 * A text as raw DEFLATE with the dictionary; undefined where it is longer than `createScratch` holds, or takes more
 * than an index does. Its codes are the fixed ones: to read others a decoder makes tables of 64 kB for every text.
 */
export function packSmall(text: Buffer): Buffer | undefined {
  if (text.length > SCRATCH_BYTES) return undefined;
  const packed = deflateRawSync(text, { level: 9, strategy: constants.Z_FIXED, dictionary: DICTIONARY });
  return packed.length < SMALL_BYTES_MAX ? Buffer.concat([Buffer.of(DICTIONARY_NUMBER), packed]) : undefined;
}

/**
 * The text that `packSmall` has packed; undefined where it knows another dictionary. zlib's own decoder takes four
 * kilobytes outside the heap for each of sixty texts, and V8 collects the whole heap after 64 MB of them.
 */
export function unpackSmall(packed: Uint8Array, scratch: Scratch): string | undefined {
  if (packed[0] !== DICTIONARY_NUMBER) return undefined;
  const text = inflateSync(packed.subarray(1), { dictionary: DICTIONARY, out: scratch });
  return Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString('utf8');
}
