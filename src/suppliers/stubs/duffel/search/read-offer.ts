import { readMinor, toAmount } from '../../decimal-amounts.ts';
import type { Offer } from '../objects.ts';
import { refusal } from '../refusals.ts';
import type { DuffelCall } from '../serve.ts';
import { conditionsOf, priceJourney } from './fares.ts';
import type { StoredOffer } from './offer-shelf.ts';
import { isMember } from './present-offer.ts';

const dearerMajor = 10;
const memberFactor = 0.9;

/** An offer of this key, however old; throws 404. */
export function getStoredOffer({ account }: Pick<DuffelCall, 'account'>, id: string | undefined): StoredOffer {
  const stored = account.shelf.offer(id ?? '');
  if (stored === undefined) throw refusal('not_found');
  return stored;
}

/** Whether an offer's life is over on the stub's clock. */
export function hasExpired({ offer }: StoredOffer, now: Date): boolean {
  return Date.parse(offer.expires_at) <= now.getTime();
}

/** An offer that can be read now: throws where it is gone, or where the settings say that expired ones are errors. */
export function getReadableOffer(call: DuffelCall, id: string | undefined): StoredOffer {
  const stored = getStoredOffer(call, id);
  if (stored.search.magic === 'offer_gone') throw refusal('offer_no_longer_available');
  const { expired_offer } = call.account.settings;
  if (hasExpired(stored, call.state.clock.now()) && expired_offer !== 'payload') throw refusal(expired_offer);
  return stored;
}

/** Counts a reading by itself; on one route each makes the offer dearer. */
export function noteReading(stored: StoredOffer, now: Date): void {
  stored.reads += 1;
  if (stored.search.magic !== 'dearer_each_read') return;
  stored.offer = { ...addToTotal(stored.offer, dearerMajor), updated_at: now.toISOString() };
}

function addToTotal(offer: Offer, major: number): Offer {
  const currency = offer.total_currency;
  const more = readMinor(String(major), currency) ?? 0;
  const add = (text: string): string => toAmount((readMinor(text, currency) ?? 0) + more, currency);
  return { ...offer, total_amount: add(offer.total_amount), base_amount: add(offer.base_amount) };
}

/** Prices an offer again for the passengers it has now: a member's card makes it cheaper. */
export function repriceOffer({ state, account }: DuffelCall, stored: StoredOffer): void {
  const { offer, product, passengers } = stored;
  const currency = offer.total_currency;
  const party = passengers.map(({ age }) => ({ age }));
  const factor = passengers.some(isMember) ? memberFactor : 1;
  const { rates } = state.places;
  // An offer costs what it did when it was found: only the passengers are others.
  const moment = { now: new Date(offer.created_at), seed: state.seed, moves: account.settings.price_moves };
  const price = priceJourney({ ...product, party, memberFactor: factor, moment }, currency, rates);
  const isUnknown =
    offer.conditions.change_before_departure === null && offer.conditions.refund_before_departure === null;
  stored.offer = {
    ...offer,
    total_amount: toAmount(price.total, currency),
    base_amount: toAmount(price.base, currency),
    tax_amount: offer.tax_amount === null ? null : toAmount(price.tax, currency),
    conditions: isUnknown
      ? offer.conditions
      : conditionsOf({ ...product, party }, account.settings.currency, rates).whole,
    updated_at: state.clock.now().toISOString(),
    passengers: offer.passengers.map((passenger) => {
      const now = passengers.find(({ id }) => id === passenger.id);
      return now === undefined
        ? passenger
        : {
            ...passenger,
            given_name: now.givenName,
            family_name: now.familyName,
            loyalty_programme_accounts: now.loyalty,
          };
    }),
  };
}
