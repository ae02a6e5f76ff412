import type { CardDetails } from '../../suppliers/ports/payments.ts';
import { passesLuhn } from '../../platform/text/luhn.ts';

/** What is wrong with one field of the card form. */
interface CardFieldProblem {
  readonly field: 'holder' | 'number' | 'expiry' | 'security_code';
  readonly kind: 'missing' | 'invalid' | 'expired';
}

/** A typed card: usable, or what to correct. */
export type CardReading =
  | { readonly kind: 'card'; readonly card: CardDetails }
  | { readonly kind: 'problems'; readonly problems: readonly CardFieldProblem[] };

const numberDigitsMin = 12;
const numberDigitsMax = 19;
const holderLengthMax = 100;
const century = 2_000;

/** Reads the card form; `now` judges whether the card has expired. Nothing of it is stored or logged. */
export function readCardForm(form: Readonly<Record<string, string>>, now: Date): CardReading {
  const number = (form['card_number'] ?? '').replace(/[\s-]/g, '');
  const securityCode = (form['card_security_code'] ?? '').trim();
  const holder = (form['card_holder'] ?? '').trim();
  const expiry = readExpiry(form['card_expiry'] ?? '');
  const problems: CardFieldProblem[] = [
    ...problemOf('number', number === '', isCardNumber(number)),
    ...findExpiryProblems(form['card_expiry'] ?? '', expiry, now),
    ...problemOf('security_code', securityCode === '', /^\d{3,4}$/.test(securityCode)),
    ...problemOf('holder', holder === '', holder.length <= holderLengthMax),
  ];
  if (problems.length > 0 || !expiry) return { kind: 'problems', problems };
  return { kind: 'card', card: { number, securityCode, holder, expiryMonth: expiry.month, expiryYear: expiry.year } };
}

function problemOf(
  field: CardFieldProblem['field'],
  isMissing: boolean,
  isValid: boolean,
): readonly CardFieldProblem[] {
  if (isMissing) return [{ field, kind: 'missing' }];
  return isValid ? [] : [{ field, kind: 'invalid' }];
}

interface CardExpiry {
  readonly month: number;
  readonly year: number;
}

/** `09/28`, `9 / 2028`, `0928`. */
function readExpiry(text: string): CardExpiry | undefined {
  const match = /^\s*(\d{1,2})\s*[/.-]\s*(\d{4}|\d{2})\s*$/.exec(text) ?? /^\s*(\d{2})(\d{4}|\d{2})\s*$/.exec(text);
  const month = Number(match?.[1]);
  const year = Number(match?.[2]);
  if (!match || month < 1 || month > 12) return undefined;
  return { month, year: year < 100 ? century + year : year };
}

function findExpiryProblems(text: string, expiry: CardExpiry | undefined, now: Date): readonly CardFieldProblem[] {
  if (text.trim() === '') return [{ field: 'expiry', kind: 'missing' }];
  if (!expiry) return [{ field: 'expiry', kind: 'invalid' }];
  // A card is good to the end of its month, everywhere on earth.
  const firstInvalid = Date.UTC(expiry.year, expiry.month, 2);
  return now.getTime() >= firstInvalid ? [{ field: 'expiry', kind: 'expired' }] : [];
}

/** Digits of a possible length whose check digit agrees. */
function isCardNumber(digits: string): boolean {
  return (
    /^\d+$/.test(digits) && digits.length >= numberDigitsMin && digits.length <= numberDigitsMax && passesLuhn(digits)
  );
}
