import type { Html } from '../../kit/html.ts';
import { nameRentalCharge } from '../messages/standard-names/rental-charges.ts';
import { STANDARD_NAMES } from '../messages/standard-names/standard-names.ts';
import { supplierText } from '../supplier-text.ts';
import type { RentalView, StayView } from '../view-item.ts';
import type { Messages } from '../wording.ts';

/**
 * A standard word of a stay or a standard charge of a rental in the page's language; undefined: it is the supplier's
 * own, or the page is English.
 */
export function standardName(messages: Messages, item: StayView | RentalView, text: string): string | undefined {
  if (!item.hasStandardNames) return undefined;
  if (item.kind === 'car') return messages.rental.charges && nameRentalCharge(messages.rental.charges, text);
  const name = STANDARD_NAMES.find((known) => known === text);
  return name && messages.stay.standardNames?.[name];
}

/** A standard word in the page's language, else the supplier's own as it is. */
export function groundText(messages: Messages, item: StayView | RentalView, text: string): string | Html {
  return standardName(messages, item, text) ?? supplierText(messages, text);
}
