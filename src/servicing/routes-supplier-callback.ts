import { wakeFulfilment } from '../bookings/fulfil/wake-fulfilment.ts';
import { wakeRefresh } from '../bookings/refresh/wake-refresh.ts';
import type { App } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import type { CallbackDeclaration } from '../platform/http/route.ts';
import { listCallbackReaders } from '../suppliers/calls/find-supplier.ts';
import type { CallbackSubject, SignedCallback } from '../suppliers/ports/booking.ts';
import { wakeChanges } from './engine/wake-changes.ts';
import { wakeScheduleLook } from './schedule-changes/look-at-flight.ts';
import { readWithinLimit } from './limit-forged-callbacks.ts';

/** Larger than any event a supplier sends about one order. */
const bytesMax = 262_144;

/**
 * A supplier's own callback about an order: a hint whose booking to look up, at once. Open, because its signature is
 * its credential. Whether an account exists, takes events or knows an order, its answers do not say. Forgeries are
 * bounded by network (`rate_exceeded`).
 */
async function handleCallback(
  app: App,
  { supplierId, address }: { readonly supplierId: string | undefined; readonly address: string },
  callback: SignedCallback,
): Promise<void> {
  const reader = listCallbackReaders(app).find(({ id }) => id === supplierId);
  if (reader?.readCallback === undefined) throw refuse('path_unknown');
  const { id, readCallback } = reader;
  const { accountId } = callback;
  const read = await readWithinLimit(app, { supplierId: id, accountId, address }, () => readCallback(callback));
  switch (read.kind) {
    case 'forged':
      app.log.warn({ supplier: supplierId, why: read.why }, "a supplier's callback is not believed");
      throw refuse('body_malformed', { message: 'The signature does not match the body, or is too old.' });
    case 'ignored':
      app.log.debug({ supplier: supplierId, what: read.what }, "a supplier's callback is not for us");
      return;
    case 'bookings':
      for (const booking of read.bookings)
        for (const subject of read.about ?? ['booking']) await WAKES[subject](app, booking);
      await read.done();
      return;
    default:
      return read satisfies never;
  }
}

/** A booking at a supplier. */
type NamedBooking = Parameters<typeof wakeFulfilment>[1];

/** Who looks at a booking that a supplier has called about: was it made, changed, or given up. */
const WAKES = {
  async booking(app: App, named: NamedBooking) {
    await wakeFulfilment(app, named);
    await wakeChanges(app, named);
  },
  numbers: wakeRefresh,
  schedule: wakeScheduleLook,
} as const satisfies Record<CallbackSubject, unknown>;

const BASE = '/v1/suppliers/:supplier_id/webhook';

/** Every callback of suppliers: of the installation's account and of an organization's own, with a token or without. */
export const supplierCallbacks: readonly CallbackDeclaration[] = [
  BASE,
  `${BASE}/:account_id`,
  `${BASE}/:account_id/:token`,
].map((path) => ({
  path,
  bytesMax,
  handle: ({ app, params, headers, body, remoteAddress: address }) =>
    handleCallback(
      app,
      { supplierId: params['supplier_id'], address },
      { accountId: params['account_id'], token: params['token'], headers, body },
    ),
}));
