import type { StockExtra } from '../../order-book/stock-order.ts';

/** What an exchange key says: the car, its extras, and the instant whose prices were quoted. */
export interface RentalExchangeKey {
  readonly offerKey: string;
  readonly extras: readonly StockExtra[];
  readonly pricedAt: Date;
}

const VERSION = 'x1';
const EXTRA = /^([a-z0-9_]+):(\d{1,3})$/;

/** `x1|1790000000000|<offer key>|child_seat:2,gps:1`. */
export function writeExchangeKey({ offerKey, extras, pricedAt }: RentalExchangeKey): string {
  return [
    VERSION,
    pricedAt.getTime(),
    offerKey,
    extras.map(({ ancillaryKey, quantity }) => `${ancillaryKey}:${quantity}`).join(','),
  ].join('|');
}

/** The content of a key; undefined when it is not written like one. */
export function readExchangeKey(text: string): RentalExchangeKey | undefined {
  const [version, millis = '', offerKey = '', list, ...rest] = text.split('|');
  if (version !== VERSION || list === undefined || rest.length > 0 || !/^\d{1,15}$/.test(millis)) return undefined;
  const extras = (list === '' ? [] : list.split(',')).map((part): StockExtra | undefined => {
    const [, ancillaryKey, quantity] = EXTRA.exec(part) ?? [];
    return ancillaryKey === undefined ? undefined : { ancillaryKey, quantity: Number(quantity) };
  });
  const read = extras.filter((extra) => extra !== undefined);
  return read.length === extras.length ? { offerKey, extras: read, pricedAt: new Date(Number(millis)) } : undefined;
}
