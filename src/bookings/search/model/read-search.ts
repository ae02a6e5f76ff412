import { foldReference } from '../../../platform/ids.ts';
import { foldName } from '../../model/fold-name.ts';

/** What a text that people typed may be of a booking. A list without entries is not looked up. */
export interface SearchTerms {
  /** References, as they are stored. */
  readonly refs: readonly string[];
  /** The beginning of the contact's address, in lower case. */
  readonly email: string | undefined;
  /** Beginnings of the lead traveler's last name, folded. */
  readonly names: readonly string[];
  /** Of the supplier: confirmation number (an airline's PNR) or order, in upper case. */
  readonly numbers: readonly string[];
  /** A ticket's number as suppliers write it: 13 digits in one, or `220-1234567890`. */
  readonly tickets: readonly string[];
  /** Exactly as it was typed: the end user's id or the trip's. */
  readonly ids: readonly string[];
}

/** Parts that are read of a name: nobody's has more. */
const nameWordsMax = 6;
/** A name that begins with one letter is everybody's. */
const nameLengthMin = 2;

/**
 * What a text may mean: `Nellie Bly` is looked up as the last names NELLIEBLY, BLY and NELLIE, `7k2qxm` as the
 * reference BLY-7K2QXM, as a PNR and as an end user.
 */
export function readSearch(typed: string): SearchTerms {
  const text = typed.trim();
  if (text.includes('@'))
    return { refs: [], email: text.toLowerCase(), names: [], numbers: [], tickets: [], ids: [text] };
  const parts = text.split(/\s+/).slice(0, nameWordsMax);
  const isName = /^[^\d]+$/.test(text);
  return {
    refs: parts.length === 1 ? [foldReference(text)] : [],
    email: undefined,
    names: isName ? readNames(parts) : [],
    numbers: parts.length === 1 ? [text.toUpperCase()] : [],
    tickets: readTicket(text),
    ids: [text],
  };
}

/** Three digits of the airline and ten of the document; a check digit behind them is of no use to anybody. */
const TICKET = /^(\d{3})[\s-]?(\d{10})(?:[\s-]?\d)?$/;

function readTicket(text: string): readonly string[] {
  const match = TICKET.exec(text);
  return match === null ? [] : [`${match[1]}${match[2]}`, `${match[1]}-${match[2]}`];
}

/** Every ending of what was typed may be the last name, and so may the first word. */
function readNames(parts: readonly string[]): readonly string[] {
  const endings = parts.map((_, index) => parts.slice(index).join(' '));
  const names = [...endings, parts[0] ?? ''].map(foldName).filter((name) => name.length >= nameLengthMin);
  return [...new Set(names)];
}
