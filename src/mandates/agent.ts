import type { App, Caller } from '../context.ts';
import { findLiveKey } from '../identity/read-organization.ts';
import { findLiveUser } from '../identity/read-user.ts';
import { refuse } from '../platform/errors.ts';
import type { Agent } from './model/mandate.ts';

/** Who a caller is as the agent of a mandate: a key, a program in a user's name, or a user themselves. */
function agentOf({ principal }: Pick<Caller, 'principal'>): Pick<Agent, 'kind' | 'id'> {
  if (principal.kind === 'api_key') return { kind: 'api_key', id: principal.keyId };
  return principal.grant ? { kind: 'program', id: principal.grant.hash } : { kind: 'user', id: principal.userId };
}

/** Whether a caller is the agent of a mandate. */
export function isAgent(caller: Pick<Caller, 'principal'>, agent: Pick<Agent, 'kind' | 'id'>): boolean {
  const own = agentOf(caller);
  return own.kind === agent.kind && own.id === agent.id;
}

/**
 * The agent that a mandate is asked for: the caller, or a key of the same organization that the caller names. Throws
 * 404 for a key that is not.
 */
export async function findAgent(app: App, caller: Caller, keyId: string | undefined): Promise<Agent> {
  const { organizationId, principal } = caller;
  if (keyId !== undefined) return await getKeyAgent(app, caller, keyId);
  const own = agentOf(caller);
  if (principal.kind === 'api_key') return await getKeyAgent(app, caller, principal.keyId);
  if (principal.grant) return { ...own, name: principal.grant.clientName };
  const user = await findLiveUser(app, organizationId, principal.userId);
  return { ...own, name: user?.name ?? user?.email ?? principal.userId };
}

async function getKeyAgent(app: App, { organizationId }: Caller, keyId: string): Promise<Agent> {
  const key = await findLiveKey(app, organizationId, keyId);
  if (key === undefined) throw refuse('resource_not_found', { message: 'No API key has this id.' });
  return { kind: 'api_key', id: key.keyId, name: key.name };
}
