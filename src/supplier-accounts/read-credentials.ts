import { refuseFields } from '../platform/errors.ts';
import type { KeyedSupplier } from '../suppliers/common/account.ts';
import { type AccountSettings, isLiveToken, KEY_WORD, KINDS_OF } from './model/account.ts';

/** What an owner sends of a key, under the word of its supplier. */
interface SentCredentials {
  readonly token?: string | undefined;
  readonly key?: string | undefined;
}

/**
 * The key that was sent for an account of a supplier; undefined where none was. Throws `body_invalid` for one under the
 * word of another supplier.
 */
export function readKey(supplier: KeyedSupplier, credentials: SentCredentials | undefined): string | undefined {
  const word = KEY_WORD[supplier];
  const other = (['token', 'key'] as const).find((name) => name !== word && credentials?.[name] !== undefined);
  if (other !== undefined)
    throw refuseFields([
      { path: `credentials.${other}`, problem: `is for another supplier: send credentials.${word}` },
    ]);
  return credentials?.[word];
}

/** As `readKey`, for a new account: throws `body_invalid` also where no key was sent. */
export function requireKey(supplier: KeyedSupplier, credentials: SentCredentials): string {
  const key = readKey(supplier, credentials);
  if (key === undefined) throw refuseFields([{ path: `credentials.${KEY_WORD[supplier]}`, problem: 'is required' }]);
  return key;
}

/** Throws `body_invalid` for kinds that the supplier does not sell here. */
export function requireSoldKinds(supplier: KeyedSupplier, kinds: AccountSettings['kinds'] | undefined): void {
  const sold: AccountSettings['kinds'] = KINDS_OF[supplier];
  const [first, ...others] = (kinds ?? []).flatMap((kind, index) =>
    sold.includes(kind) ? [] : [{ path: `settings.kinds.${index}`, problem: `is not sold by ${supplier}` }],
  );
  if (first !== undefined) throw refuseFields([first, ...others]);
}

/** Throws `body_invalid` for a way to pay that the supplier, or its sandbox, does not have. */
export function requirePayment(
  { supplier, ...key }: { readonly supplier: KeyedSupplier; readonly token?: string; readonly isLive?: boolean },
  paidFrom: AccountSettings['paidFrom'],
): void {
  if (paidFrom === undefined) return;
  const path = 'settings.paid_from';
  if (supplier !== 'liteapi') throw refuseFields([{ path, problem: `is for liteapi: ${supplier} takes its balance` }]);
  const isLive = key.isLive ?? (key.token !== undefined && isLiveToken(supplier, key.token));
  if (paidFrom === 'credit' && !isLive)
    throw refuseFields([{ path, problem: 'must be card or wallet with a test key: a credit line is real money' }]);
}
