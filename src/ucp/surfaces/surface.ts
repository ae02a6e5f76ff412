import type { UcpAnswer, UcpCall } from '../call.ts';
import type { ErrorMessage } from '../model/messages.ts';
import type { ShownCheckout } from '../present-checkout.ts';
import type { StoredCheckout } from '../model/stored-checkout.ts';
import type { TripActions, WantedItem } from '../trip-actions.ts';

/** What a session that was sent makes of its trip. */
export interface WantedSession {
  readonly items: readonly [WantedItem, ...WantedItem[]];
  /** Travelers and contact; no action where nobody is named. */
  readonly party: TripActions;
  readonly currency: string | undefined;
  readonly selectedTermId: string | undefined;
  /** What is stored beside the trip. */
  readonly stored: Pick<StoredCheckout, 'attribution' | 'stays' | 'party'>;
  /** What is well formed and cannot be sold. */
  findErrors(severity: ErrorMessage['severity']): readonly ErrorMessage[];
}

/**
 * A service of UCP whose sessions are trips: how it reads what is sent and words what there is. What a session does is
 * the same for all of them (`operations/`).
 */
export interface Surface {
  readonly thing: 'checkout' | 'booking session';
  /** The capability that its requests are about. */
  readonly root: string;
  /** Where its items stand in what is sent, as a JSONPath. */
  readonly itemsPath: '$.line_items' | '$.stays';
  /** What it calls an offer that is not for sale any more. */
  readonly unavailableCode: 'item_unavailable' | 'inventory_exhausted';
  /** Whether a stored session is one of its own. */
  owns(stored: StoredCheckout): boolean;
  /** Throws a protocol failure for what cannot be read. `stored` is what it replaces. */
  read(call: UcpCall, stored: StoredCheckout | undefined): Promise<WantedSession>;
  /** Whether `findProblems` says what the trip lacks there, in words of its own. */
  saysDetail(path: string, stored: StoredCheckout): boolean;
  /** Whether what was sent last names a contact; a trip that had another one still has it. */
  namesContact(stored: StoredCheckout): boolean;
  /** Where a detail stands that the trip lacks. */
  placeOfDetail(path: string, stored: StoredCheckout): string | undefined;
  /** What has to be put right before it may be paid, although its trip could be. */
  findProblems(call: UcpCall, shown: ShownCheckout): Promise<readonly ErrorMessage[]>;
  present(call: UcpCall, shown: ShownCheckout, status: UcpAnswer['status']): Promise<UcpAnswer>;
}
