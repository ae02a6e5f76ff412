import * as z from 'zod';
import { presentValue } from '../travel/money.ts';
import { LEDGER_STEPS } from './model/entry.ts';
import type { TripLedger } from './read-ledger.ts';

const LineAmount = z.looseObject({ value: z.int(), currency: z.string(), decimal_places: z.int() });

/** `GET /v1/trip/{id}/ledger` (contract, section 7). */
export const TripLedgerResponse = z.looseObject({
  trip_id: z.string(),
  balanced: z.boolean(),
  entries: z.array(
    z.looseObject({
      entry_id: z.string(),
      at: z.iso.datetime(),
      step: z.enum(LEDGER_STEPS),
      reference: z.string(),
      lines: z.array(
        z.looseObject({ account: z.string(), direction: z.enum(['debit', 'credit']), amount: LineAmount }),
      ),
    }),
  ),
});

/** The wire shape of a trip's ledger. */
export function presentLedger(ledger: TripLedger): z.infer<typeof TripLedgerResponse> {
  return {
    trip_id: ledger.tripId,
    balanced: ledger.isBalanced,
    entries: ledger.entries.map((entry) => ({
      entry_id: entry.entryId,
      at: entry.at.toISOString(),
      step: entry.step,
      reference: entry.reference,
      lines: entry.lines.map((line) => ({
        account: line.account,
        direction: line.direction,
        amount: { ...presentValue(line.amount) },
      })),
    })),
  };
}
