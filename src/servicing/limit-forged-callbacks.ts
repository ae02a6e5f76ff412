import type { App } from '../context.ts';
import {
  type NetworkBuckets,
  refuseNetwork,
  returnToNetworks,
  takeFromNetworks,
} from '../platform/limits/network-limits.ts';
import type { SupplierCallback } from '../suppliers/ports/booking.ts';

/** Callbacks that are not believed which a network may send in a burst, and in a minute. */
const FORGED: NetworkBuckets = {
  bursts: { '/64': 60, '/56': 120, '/48': 240, '/32': 60, '/24': 240 },
  refillSeconds: 60,
};
/** So long an account that was believed is listened to from networks that send forgeries, too. */
const BELIEVED_SECONDS = 30 * 24 * 3_600;

/** Where a callback came from, and the account that its address names; undefined: the installation's. */
interface CallbackOrigin {
  readonly supplierId: string;
  readonly accountId: string | undefined;
  readonly address: string;
}

/**
 * Reads a callback, unless its network has sent too many that were not believed: then it throws `rate_exceeded` before
 * anything is read. A callback that is believed costs its network nothing, and its account is listened to from then on
 * whatever else comes from there: suppliers of several installations may call from one network.
 */
export async function readWithinLimit(
  app: Pick<App, 'shared' | 'clock'>,
  { supplierId, accountId = 'installation', address }: CallbackOrigin,
  read: () => Promise<SupplierCallback>,
): Promise<SupplierCallback> {
  const believed = `believed-callbacks:${supplierId}:${accountId}`;
  const { isAllowed, resetSeconds } = await takeFromNetworks(app.shared, 'forged-callbacks', address, FORGED);
  if (!isAllowed && (await app.shared.getCounter(believed)) === undefined)
    throw refuseNetwork(
      app.clock,
      resetSeconds,
      'Too many callbacks that no supplier signed. Wait for Retry-After seconds.',
    );
  const callback = await read();
  if (callback.kind === 'forged') return callback;
  if (isAllowed) await returnToNetworks(app.shared, 'forged-callbacks', address, FORGED);
  await app.shared.setCounter(believed, 1, BELIEVED_SECONDS);
  return callback;
}
