import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { App } from '../../context.ts';
import type { Identity } from '../../platform/http/gate.ts';

/** How long a session lives at most: a day, then its client begins anew. */
const sessionSecondsMax = 86_400;

const Sealed = z.object({
  id: z.string(),
  organization: z.string(),
  credential: z.string(),
  opened_at: z.number(),
  version: z.string(),
  takes_urls: z.boolean(),
});

/** What a session remembers. It gives no right: every request brings its credential. */
export interface McpSession {
  /** Short and unguessable; names the session in logs and keys. */
  readonly id: string;
  readonly openedAt: Date;
  readonly protocolVersion: string;
  /** The client can ask its person to open a link (URL elicitation). */
  readonly takesUrls: boolean;
}

/**
 * The id of a new session. It holds the session itself, sealed, so that any process of the installation can serve it
 * and a restart ends none.
 */
export function openSession(
  app: App,
  identity: Identity,
  client: Pick<McpSession, 'protocolVersion' | 'takesUrls'>,
): string {
  const sealed: z.infer<typeof Sealed> = {
    id: randomBytes(12).toString('base64url'),
    organization: identity.organizationId,
    credential: identity.credentialId,
    opened_at: app.clock.now().getTime(),
    version: client.protocolVersion,
    takes_urls: client.takesUrls,
  };
  return app.sealer.seal('mcp_session', JSON.stringify(sealed), '');
}

/** The session of an id: undefined when it is altered, over, ended, or was opened by another credential. */
export async function readSession(app: App, identity: Identity, sessionId: string): Promise<McpSession | undefined> {
  const plain = app.sealer.open('mcp_session', sessionId, '');
  if (!plain) return undefined;
  const {
    id,
    organization,
    credential,
    opened_at: openedAt,
    version,
    takes_urls: takesUrls,
  } = Sealed.parse(JSON.parse(plain.toString('utf8')));
  if (organization !== identity.organizationId || credential !== identity.credentialId) return undefined;
  if (app.clock.now().getTime() - openedAt > sessionSecondsMax * 1_000 || (await isEnded(app, id))) return undefined;
  return { id, openedAt: new Date(openedAt), protocolVersion: version, takesUrls };
}

/** Ends a session on every process that shares state. */
export async function endSession(app: App, session: McpSession): Promise<void> {
  await app.shared.setCounter(endedKey(session.id), 1, sessionSecondsMax);
}

async function isEnded(app: App, id: string): Promise<boolean> {
  return (await app.shared.getCounter(endedKey(id))) !== undefined;
}

function endedKey(id: string): string {
  return `mcp:ended:${id}`;
}
