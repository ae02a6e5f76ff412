import type { Handle } from '../platform/db/db.ts';
import type { Columns, ExportRow } from './model/columns.ts';
import { findSettledSequence } from './settled.ts';
import {
  findClosedThrough,
  findDemandDay,
  findLastOfFile,
  type KeyRange,
  listBookingEvents,
  listDemand,
  listDestinations,
  listTransfers,
  type SequencedTable,
} from './store.ts';

/** Rows of one file, or a few more: some megabytes. */
const rowsMax = 20_000;

/** What is exported, in an order that never changes: rows behind a key are those that are still to come. */
export interface Stream {
  readonly name: 'ledger' | 'bookings' | 'demand';
  readonly columns: Columns;
  /** Before the first row. */
  readonly first: string;
  /** The key of the last row of the next file; undefined while there is none that is sure to be whole. */
  findThrough(h: Handle, after: string, signal: AbortSignal): Promise<string | undefined>;
  listRows(h: Handle, range: KeyRange): Promise<readonly ExportRow[]>;
}

const LEDGER: Columns = {
  sequence: 'integer',
  organization_id: 'text',
  trip_id: 'text',
  step: 'text',
  reference: 'text',
  line: 'integer',
  entry_id: 'text',
  at: 'instant',
  debit: 'text',
  credit: 'text',
  amount: 'integer',
  currency: 'text',
  decimal_places: 'integer',
};
const BOOKINGS: Columns = {
  sequence: 'integer',
  organization_id: 'text',
  event_id: 'text',
  type: 'text',
  occurred_at: 'instant',
  booking_ref: 'text',
  trip_id: 'text',
  status: 'text',
  currency: 'text',
  total_quoted: 'integer',
  total_paid: 'integer',
  total_collected: 'integer',
  total_refunded: 'integer',
  last_arrival_at: 'instant',
  booked_at: 'instant',
  decimal_places: 'integer',
};
const DEMAND: Columns = {
  day: 'day',
  kind: 'text',
  product: 'text',
  destination: 'text',
  market_country: 'text',
  market_city: 'text',
  audience: 'text',
  lead_days: 'integer',
  stay_days: 'integer',
  cabin: 'text',
  price_usd: 'integer',
  count: 'integer',
};

/** Everything that is exported. */
export const STREAMS: readonly Stream[] = [
  { name: 'ledger', columns: LEDGER, ...numbered('ledger_transfer'), listRows: listTransfers },
  { name: 'bookings', columns: BOOKINGS, ...numbered('webhook_event'), listRows: listBookingEvents },
  { name: 'demand', columns: DEMAND, first: '0001-01-01/', findThrough: findDemandThrough, listRows: listDemandRows },
];

function numbered(table: SequencedTable): Pick<Stream, 'first' | 'findThrough'> {
  return {
    first: '0',
    async findThrough(h, after, signal) {
      const settled = await findSettledSequence(h, table, signal);
      if (settled === undefined) return undefined;
      return (await findLastOfFile(h, table, { after: Number(after), settled, rowsMax }))?.toString();
    },
  };
}

/**
 * A day and the last destination of it that a file holds: `2026-11-28/LIS`. Days that are closed alone: no event is
 * counted on them any more.
 */
async function findDemandThrough(h: Handle, after: string): Promise<string | undefined> {
  const closed = await findClosedThrough(h);
  let [day, destination] = splitKey(after);
  for (;;) {
    let rows = 0;
    let last: string | undefined;
    for (const next of await listDestinations(h, day, destination)) {
      rows += next.rows;
      last = next.destination;
      if (rows >= rowsMax) break;
    }
    if (last !== undefined) return `${day}/${last}`;
    const nextDay = await findDemandDay(h, day, closed);
    if (nextDay === undefined) return undefined;
    [day, destination] = [nextDay, ''];
  }
}

async function listDemandRows(h: Handle, { after, through }: KeyRange): Promise<readonly ExportRow[]> {
  const [day, last] = splitKey(through);
  const [dayBefore, destination] = splitKey(after);
  return listDemand(h, day, { after: dayBefore === day ? destination : '', through: last });
}

function splitKey(key: string): readonly [string, string] {
  const [day = '', destination = ''] = key.split('/', 2);
  return [day, destination];
}
