/** The release of UCP that is spoken; requests of platforms that speak another one are refused. */
export const UCP_VERSION = '2026-08-25';
/** The version of what this project adds to it: the travel extension and the payment handler. */
export const OWN_VERSION = '2026-11-28';

export const CHECKOUT = 'dev.ucp.shopping.checkout';
export const ORDER = 'dev.ucp.shopping.order';
export const PAYMENT_TERMS = 'dev.ucp.shopping.payment_terms';
/** Checkouts that are completed with a person's signed word (AP2). */
export const AP2_MANDATE = 'dev.ucp.shopping.ap2_mandate';

/**
 * The draft for lodging, where it is spoken. It has no release: `version` is the day it was read on, and `commit` where
 * its texts and schemas stand in the protocol's repository.
 */
export const LODGING_DRAFT = { version: '2026-11-28', commit: '0030fd791fecf6ce2877ddc303047744d7d283a6' } as const;
export const LODGING_BOOKING = 'dev.ucp.lodging.booking';
export const LODGING_CANCELLATION = 'dev.ucp.lodging.policy.cancellation';
export const LODGING_TERMS = 'dev.ucp.common.payment.terms';

/** The one way to pay over UCP: a shared payment token. */
export const HANDLER_ID = 'shared_payment_token';

/** Names of an installation's own. A platform accepts a name whose first labels are the reversed host of its schema. */
export interface OwnNames {
  readonly travel: string;
  readonly handler: string;
  /** The type of what cancelling and changing cost (`policies[]`). */
  readonly cancellation: string;
}

const IP_ADDRESS = /^\[|^[\d.]+$/;

/**
 * What an installation calls its extension and its payment handler: `https://api.example.com` has
 * `com.example.api.travel.trip`. An address or a name of one label owns no namespace; to try things out on one's own
 * machine it has that of `bly.test`, a name that nobody can own either.
 */
export function ownNames(publicUrl: string): OwnNames {
  const host = new URL(publicUrl).hostname.replace(/\.$/, '');
  const labels = IP_ADDRESS.test(host) || !host.includes('.') ? ['bly', 'test'] : host.split('.');
  const namespace = labels.reverse().join('.');
  return {
    travel: `${namespace}.travel.trip`,
    handler: `${namespace}.payment.shared_token`,
    cancellation: `${namespace}.policy.cancellation`,
  };
}
