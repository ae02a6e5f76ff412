/**
 * A page of hotels ends before the hotel that would take it beyond this many bytes of JSON: the next page begins with
 * that one.
 */
export const PAGE_BYTES_MAX = 4 * 1024 * 1024;

/**
 * No rate is written in fewer bytes (its token alone takes over 200): a page of more rates than this allows is too long
 * before it is written.
 */
const RATE_BYTES_MIN = 512;

/** Rates beyond which nothing more of a page need be prepared. */
export const PAGE_RATES_MAX = PAGE_BYTES_MAX / RATE_BYTES_MIN;
