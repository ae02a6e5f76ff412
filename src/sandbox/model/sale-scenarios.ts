import type { ItemKind } from '../../trips/model/trip.ts';

/** What may be sold at once: one product, or one of each in a trip. */
export const SALE_KINDS = ['flight', 'hotel', 'car', 'trip'] as const satisfies readonly (ItemKind | 'trip')[];
export type SaleKind = (typeof SALE_KINDS)[number];

const NO_OFFERS = 'has no offers';
const NO_ANSWER = 'is never answered with an offer';
const EXPIRED = 'is expired before it can be put into a trip';
const GONE = 'is gone at checkout';
const REFUSED = 'is refused when it is booked';

/**
 * The scenarios of each kind (contract, section 11): undefined for one whose booking can end confirmed, else why it
 * cannot.
 */
export const SALE_SCENARIOS: Readonly<Record<ItemKind, Readonly<Record<string, string | undefined>>>> = {
  flight: {
    QAB: NO_OFFERS,
    QAC: undefined,
    QAD: NO_ANSWER,
    QAE: EXPIRED,
    QAF: undefined,
    QAG: undefined,
    QAH: GONE,
    QAI: undefined,
    QAJ: undefined,
    QAK: undefined,
    QAL: undefined,
    QAM: undefined,
    QAN: NO_ANSWER,
    QAO: undefined,
    QAP: NO_ANSWER,
    QAQ: undefined,
    QAR: undefined,
    QAS: undefined,
    QAT: undefined,
    QAU: undefined,
  },
  hotel: {
    price_up: undefined,
    price_down: undefined,
    sold_out: GONE,
    refused: REFUSED,
    slow: undefined,
    unknown: undefined,
    non_refundable: undefined,
    pay_at_property: undefined,
    expired: EXPIRED,
  },
  car: {
    even: undefined,
    add_collect: undefined,
    refund: undefined,
    on_request: undefined,
    not_exchangeable: undefined,
    busy: undefined,
  },
};

/**
 * Why a scenario of a kind cannot be sold, in a sentence's second half; undefined when it can, and where none is
 * wanted.
 */
export function findScenarioProblem(kind: SaleKind, scenario: string | undefined): string | undefined {
  if (scenario === undefined) return undefined;
  if (kind === 'trip') return 'is not taken with kind trip: scenarios are of one product';
  const known = SALE_SCENARIOS[kind];
  if (!Object.hasOwn(known, scenario)) return `is not a scenario of kind ${kind}: ${listSellable(kind).join(', ')}`;
  const obstacle = known[scenario];
  return obstacle === undefined ? undefined : `cannot end confirmed: ${scenario} ${obstacle}`;
}

/** The scenarios of a kind that can be sold. */
export function listSellable(kind: ItemKind): readonly string[] {
  return Object.entries(SALE_SCENARIOS[kind])
    .filter(([, obstacle]) => obstacle === undefined)
    .map(([name]) => name);
}
