import type { Html } from '../kit/html.ts';
import { HOTEL_WORDS } from './messages/hotel-words/words.ts';
import { supplierText } from './supplier-text.ts';
import type { RentalView, StayView } from './view-item.ts';
import type { Messages } from './wording.ts';

/** A standard word of a stay in the page's language; undefined: it is the supplier's own, or the page is English. */
export function standardWord(messages: Messages, item: StayView | RentalView, text: string): string | undefined {
  if (item.kind !== 'hotel' || !item.hasStandardWords) return undefined;
  const word = HOTEL_WORDS.find((known) => known === text);
  return word && messages.stay.words?.[word];
}

/** A standard word in the page's language, else the supplier's own as it is. */
export function groundText(messages: Messages, item: StayView | RentalView, text: string): string | Html {
  return standardWord(messages, item, text) ?? supplierText(messages, text);
}
