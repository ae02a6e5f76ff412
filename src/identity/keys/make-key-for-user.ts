import * as z from 'zod';
import type { App, Caller, Scope } from '../../context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type FieldProblem, refuse, refuseFields } from '../../platform/errors.ts';
import type { IdempotentRun } from '../../platform/http/route.ts';
import type { TokenBucket } from '../../platform/http/gate.ts';
import { type ApiKeyId, asId } from '../../platform/ids.ts';
import { mayRun } from '../../platform/security/roles.ts';
import { createApiKey } from './create-api-key.ts';
import { ALL_SCOPES, keysMax, newKeyQuotaCalls, newKeyRate } from '../model/api-key.ts';
import { type Acting, actorOf } from '../record-audit.ts';
import { requireMember } from '../members/require-member.ts';
import { type ApiKey, findApiKey, listApiKeys } from '../store.ts';
import { userIdOf } from '../user-id.ts';

/** A key together with its text: the only answer that ever holds it. */
export interface KeyWithText {
  readonly key: ApiKey;
  /** The program that made it in the user's name. */
  readonly createdThrough: string | undefined;
  readonly text: string;
}

/** What a user asks for; what is left out is a new key's own (contract, section 4), or the scopes the user has. */
export interface WantedKey {
  readonly name: string;
  readonly scopes: readonly Scope[] | undefined;
  readonly quotaCalls: number | undefined;
  readonly rate: TokenBucket | undefined;
  /** It pays by mandates alone. */
  readonly isMandateOnly: boolean;
  readonly idempotency: IdempotentRun | undefined;
}

/** What making a key counts as for roles, whichever page or operation it is made by. */
const CREATION = { operationId: 'create_api_key', tag: 'Account', isWrite: true } as const;
/** What a run of an Idempotency-Key left behind that crashed before it could answer. */
const Earlier = z.object({ key_id: z.string(), sealed: z.string() });

/**
 * Makes a key of the caller's organization. It may do no more than its maker: no scope they lack, and no
 * quota or rate above a new key's unless the organization has no limits. Any member may but support and those who only
 * look: keys belong to the organization, not to who made them. Throws `credential_invalid` for anyone who has just been
 * removed: the key would outlive them; `role_forbidden` for a role that makes none.
 */
export async function makeKeyForUser(app: App, acting: Acting, wanted: WantedKey): Promise<KeyWithText> {
  const { caller, request } = acting;
  const { organizationId } = caller;
  const { name, quotaCalls, rate, isMandateOnly, idempotency } = wanted;
  if (idempotency?.earlierResult !== undefined)
    return await showLostKey(app, caller, Earlier.parse(idempotency.earlierResult));
  const scopes = chooseScopes(caller, wanted.scopes);
  requireAllowedLimits(caller, wanted);
  return await app.db.transaction(async (tx) => {
    const maker = await requireMember(tx, caller);
    if (!mayRun(maker.role, CREATION)) throw refuse('role_forbidden');
    await requireRoom(tx, caller);
    const made = await createApiKey(
      { config: app.config, clock: app.clock, db: tx },
      {
        organizationId,
        name,
        isMandateOnly,
        actor: actorOf(caller),
        createdBy: userIdOf(caller),
        request,
        ...(scopes === undefined ? {} : { scopes }),
        ...(quotaCalls === undefined ? {} : { quotaCalls }),
        ...(rate === undefined ? {} : { rate }),
      },
    );
    await idempotency?.recordResult(tx, {
      key_id: made.keyId,
      sealed: app.sealer.seal('stored_replay', made.key, contextOf(caller, made.keyId)),
    });
    return { key: await getLiveKey(tx, caller, made.keyId), text: made.key, createdThrough: programOf(caller) };
  });
}

/** The part of an answer that says which key it holds. */
const Made = z.object({ key_id: z.string() });

/**
 * Looks at a stored answer before it is given again: the text of a key that has ended is not shown any more, and the
 * repeat is 404.
 */
export async function requireKeyOfReplay(app: Pick<App, 'db'>, caller: Caller, answered: unknown): Promise<void> {
  await getLiveKey(app.db, caller, asId('apiKey', Made.parse(answered).key_id));
}

/**
 * The key of a run that crashed before it could answer. It lies sealed beside its Idempotency-Key, for the same 24
 * hours and no less safe than the answer that would lie there had the run ended: nobody is left with a key that works
 * and that nobody has.
 */
async function showLostKey(app: App, caller: Caller, earlier: z.infer<typeof Earlier>): Promise<KeyWithText> {
  const keyId = asId('apiKey', earlier.key_id);
  const text = app.sealer.open('stored_replay', earlier.sealed, contextOf(caller, keyId));
  if (text === undefined) throw new Error('a kept key cannot be opened with the current secret keys');
  return {
    key: await getLiveKey(app.db, caller, keyId),
    text: text.toString('utf8'),
    createdThrough: programOf(caller),
  };
}

async function getLiveKey(
  h: Parameters<typeof findApiKey>[0],
  { organizationId }: Caller,
  keyId: ApiKeyId,
): Promise<ApiKey> {
  const key = await findApiKey(h, organizationId, keyId);
  if (key === undefined) throw refuse('resource_not_found', { message: 'The API key this made has been revoked.' });
  return key;
}

/**
 * Undefined stands for every scope, those to come included: only for a maker who has them all and asks for none in
 * particular.
 */
function chooseScopes(caller: Caller, wanted: readonly Scope[] | undefined): readonly Scope[] | undefined {
  if (wanted === undefined)
    return ALL_SCOPES.every((scope) => caller.scopes.includes(scope)) ? undefined : caller.scopes;
  const missing = wanted.find((scope) => !caller.scopes.includes(scope));
  if (missing !== undefined)
    throw refuseFields([
      { path: 'scopes', problem: `may not hold ${missing}, which your own credential does not have` },
    ]);
  return ALL_SCOPES.filter((scope) => wanted.includes(scope));
}

function requireAllowedLimits(caller: Caller, { quotaCalls = newKeyQuotaCalls, rate = newKeyRate }: WantedKey): void {
  if (caller.isUnlimited) return;
  const limits = [
    { path: 'quota', value: quotaCalls, max: newKeyQuotaCalls },
    { path: 'rate.per_second', value: rate.perSecond, max: newKeyRate.perSecond },
    { path: 'rate.burst', value: rate.burst, max: newKeyRate.burst },
  ];
  const [first, ...rest] = limits
    .filter(({ value, max }) => value > max)
    .map(({ path, max }): FieldProblem => ({ path, problem: `may be at most ${max}` }));
  if (first !== undefined) throw refuseFields([first, ...rest]);
}

async function requireRoom(tx: Tx, { organizationId }: Caller): Promise<void> {
  const live = await listApiKeys(tx, organizationId, keysMax);
  if (live.length >= keysMax)
    throw refuse('state_conflict', { message: `An organization has at most ${keysMax} API keys. Revoke one first.` });
}

function programOf({ principal }: Caller): string | undefined {
  return principal.kind === 'user' ? principal.grant?.clientName : undefined;
}

function contextOf({ organizationId }: Caller, keyId: ApiKeyId): string {
  return `api_key:${organizationId}:${keyId}`;
}
