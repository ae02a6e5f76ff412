import type { App } from '../../context.ts';
import type { CredentialId, OrganizationId } from '../../platform/ids.ts';
import type { TokensBySuffix } from './handles.ts';
import { insertTokens, selectTokens } from './handle-store.ts';

/** Whose handles they are. */
export interface HandleOwner {
  readonly organizationId: OrganizationId;
  readonly credentialId: CredentialId;
}

/** What one credential may have stored at once: some forty answers; older ones go first. */
const answersMax = 40;
const bytesMax = 1_500_000;

/**
 * Stores what the handles of an answer stand for, where every process of the installation reads it: in Redis, else in
 * the PostgreSQL server, else in this process. False where a live answer of the credential has the name already.
 */
export async function keepHandles(
  app: App,
  owner: HandleOwner,
  answer: { readonly name: string; readonly tokens: TokensBySuffix; readonly lifeSeconds: number },
): Promise<boolean> {
  const { name, tokens, lifeSeconds } = answer;
  const now = app.clock.now();
  if (isInDatabase(app)) return await insertTokens(app.db, { ...owner, name, tokens, now, lifeSeconds, answersMax });
  const key = keyOf(owner, name);
  if ((await app.shared.getFirstBytes(key, 1)) !== undefined) return false;
  const sharer = { name: `mcp handles ${owner.credentialId}`, bytesMax };
  await app.shared.setBytes(key, Buffer.from(JSON.stringify(tokens)), lifeSeconds, sharer);
  return true;
}

/** What the handles of an answer stand for; undefined where its life is over or it is another credential's. */
export async function readHandles(app: App, owner: HandleOwner, name: string): Promise<TokensBySuffix | undefined> {
  if (isInDatabase(app)) return await selectTokens(app.db, { ...owner, name, now: app.clock.now() });
  const bytes = await app.shared.getBytes(keyOf(owner, name));
  return bytes === undefined ? undefined : readTokens(bytes.toString('utf8'));
}

/** Processes without Redis share a PostgreSQL server; an embedded database is one process's own, as its memory is. */
function isInDatabase(app: App): boolean {
  return app.shared.kind === 'memory' && app.db.kind === 'server';
}

function keyOf({ organizationId, credentialId }: HandleOwner, name: string): string {
  return `mcp:handles:${organizationId}:${credentialId}:${name}`;
}

function readTokens(text: string): TokensBySuffix {
  const value: Readonly<Record<string, unknown>> = JSON.parse(text);
  return Object.fromEntries(Object.entries(value).map(([suffix, token]) => [suffix, String(token)]));
}
