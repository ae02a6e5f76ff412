import type { Money } from '../../../src/travel/money.ts';
import { carOf } from '../../checkout/item-names.ts';
import type { Messages } from '../../checkout/wording.ts';
import { formatDay, formatMoney } from '../../kit/format.ts';
import { countryNameOf } from '../../checkout/stay-address.ts';
import type { IssuedLineView, IssuedSubjectView, IssuedView, IssuerView, PaidCardView } from './issued-view.ts';
import type { Vocabulary } from '../vocabulary.ts';

/** A line of an issued document in words, on pages and on paper. */
export interface WrittenLine {
  readonly label: string;
  readonly notes: readonly string[];
  readonly amount: Money;
}

/** The lines of an invoice or a credit note, in the reader's language. */
export function writeLines(texts: Vocabulary, view: IssuedView): readonly WrittenLine[] {
  return view.lines.map((line) => ({
    label: labelOf(texts, view, line),
    notes: [
      line.subject && datesOf(texts.messages, line.subject),
      line.taxes && `${texts.own.documents.taxes} ${formatMoney(texts.messages, line.taxes)}`,
    ].flatMap((note) => note ?? []),
    amount: line.amount,
  }));
}

function labelOf({ messages, own }: Vocabulary, { type }: Pick<IssuedView, 'type'>, line: IssuedLineView): string {
  const { lines } = own.documents;
  const subject = line.subject === undefined ? lines.booking : nameOf(messages, line.subject);
  switch (line.what) {
    case 'item':
      return type === 'credit_note' ? lines.back(subject) : subject;
    case 'booking':
      return type === 'credit_note' ? lines.back(lines.booking) : lines.booking;
    case 'service_fee':
      return type === 'credit_note' ? lines.back(messages.serviceFee.name) : messages.serviceFee.name;
    case 'services':
      return lines.services(subject);
    case 'difference':
      return lines.difference(subject);
    case 'change_fee':
      return lines.changeFee;
    default:
      return line.what satisfies never;
  }
}

function nameOf(messages: Messages, subject: IssuedSubjectView): string {
  const kind = messages.kinds[subject.kind];
  switch (subject.kind) {
    case 'flight':
      return `${kind}: ${subject.originCity} ${subject.isReturn ? '⇄' : '→'} ${subject.destinationCity}`;
    case 'hotel':
      return `${kind}: ${subject.hotelName}, ${messages.stay.rooms(subject.rooms)}`;
    case 'car':
      return `${kind}: ${carOf(messages, subject)}`;
    default:
      return subject satisfies never;
  }
}

function datesOf(messages: Messages, { from, until }: IssuedSubjectView): string {
  return from === until ? formatDay(messages, from) : `${formatDay(messages, from)} – ${formatDay(messages, until)}`;
}

/** Who issued it, line by line: name, address, country, VAT number. */
export function sellerLines({ messages, own }: Vocabulary, { seller }: IssuerView): readonly string[] {
  const { lines, postalCode, city, region } = seller.address;
  return [
    seller.name,
    ...lines,
    [postalCode, city].filter((part) => part !== undefined).join(' '),
    ...(region === undefined ? [] : [region]),
    countryNameOf(messages.formatLocale, seller.country) ?? seller.country,
    ...(seller.vatId === undefined ? [] : [`${own.documents.vatId} ${seller.vatId}`]),
  ];
}

/** Brands under the names they are known by; another is called what its processor calls it. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};
const WALLETS: Readonly<Record<string, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  link: 'Link',
  samsung_pay: 'Samsung Pay',
};

/** `Visa ending in 4242 (Apple Pay)`. */
export function cardText({ own }: Vocabulary, { brand, last4, wallet }: PaidCardView): string {
  const { endingIn, plain } = own.documents.paidWith;
  const name = brand === undefined ? plain : (BRANDS[brand] ?? brand);
  const through = wallet === undefined ? undefined : WALLETS[wallet];
  return through === undefined ? endingIn(name, last4) : `${endingIn(name, last4)} (${through})`;
}
