import type { OrderSlice } from '../objects.ts';

/** What a change costs, in minor units of the order's currency; null: not known. */
export interface ChangePrice {
  readonly changeTotal: number | null;
  readonly penalty: number | null;
  readonly newTotal: number | null;
}

/** An alternative to what was booked, with its price. */
export interface StoredChangeOffer {
  readonly id: string;
  readonly changeId: string;
  readonly orderId: string;
  readonly requestId: string;
  readonly price: ChangePrice;
  readonly currency: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly add: readonly OrderSlice[];
  readonly remove: readonly OrderSlice[];
}

/** A request to learn what changing some slices would cost. */
export interface StoredChangeRequest {
  readonly id: string;
  readonly orderId: string;
  readonly createdAt: string;
  readonly slices: object;
  readonly offerIds: readonly string[];
}

/** A change that was chosen, confirmed or not. */
export interface StoredChange {
  readonly offer: StoredChangeOffer;
  readonly price: ChangePrice;
  readonly createdAt: string;
  confirmedAt: string | null;
}

/** The changes of one key, all by their ids. */
export interface ChangeShelf {
  readonly requests: Map<string, StoredChangeRequest>;
  readonly offers: Map<string, StoredChangeOffer>;
  readonly changes: Map<string, StoredChange>;
}

export function createChangeShelf(): ChangeShelf {
  return { requests: new Map(), offers: new Map(), changes: new Map() };
}
