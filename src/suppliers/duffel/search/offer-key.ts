/** Between an offer's id and its result set; in neither of them. */
const SEPARATOR = '~';

/** What a key of ours stands for. */
export interface OfferKey {
  /** Duffel's id of an offer. */
  readonly offerId: string;
  /** The result set that holds its journey; undefined where it was read by itself. */
  readonly resultSet: string | undefined;
}

/** The key of a journey: the id of its cheapest offer, and where the journey is stored. */
export function toOfferKey(offerId: string, resultSet: string): string {
  return `${offerId}${SEPARATOR}${resultSet}`;
}

/** Reads a key. A fare's key is an offer's id alone. */
export function readOfferKey(key: string): OfferKey {
  const [offerId = '', resultSet] = key.split(SEPARATOR);
  return { offerId, resultSet };
}
