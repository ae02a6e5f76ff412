import * as z from 'zod';
import type { Sealer } from '../platform/security/crypto.ts';
import type { Credentials, StoredAccount } from './model/account.ts';

/** Whose keys they are: they open for no other organization and no other account. */
type Owner = Pick<StoredAccount, 'organizationId' | 'accountId'>;

const Sealed = z.object({ token: z.string(), webhook_secret: z.string().optional() });
const shownLength = 4;

/** The keys of an account as they are stored. */
export function sealCredentials(sealer: Sealer, owner: Owner, { token, webhookSecret }: Credentials): string {
  const plain: z.infer<typeof Sealed> = { token, webhook_secret: webhookSecret };
  return sealer.seal('supplier_credentials', JSON.stringify(plain), contextOf(owner));
}

/** The keys themselves; undefined where the key they were sealed with is missing from BLY_SECRET_KEYS. */
export function openCredentials(
  sealer: Sealer,
  account: Owner & Pick<StoredAccount, 'credentialsSealed'>,
): Credentials | undefined {
  const plain = sealer.open('supplier_credentials', account.credentialsSealed, contextOf(account));
  if (plain === undefined) return undefined;
  const { token, webhook_secret } = Sealed.parse(JSON.parse(plain.toString('utf8')));
  return { token, webhookSecret: webhook_secret };
}

/** What of a token may be shown, so that its owner recognises it. */
export function lastFourOf({ token }: Pick<Credentials, 'token'>): string {
  return token.slice(-shownLength);
}

function contextOf({ organizationId, accountId }: Owner): string {
  return `${organizationId}:${accountId}`;
}
