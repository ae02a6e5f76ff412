import type { Configuration, Provider } from 'oidc-provider';
import type { App } from '../context.ts';
import type { SharedState } from '../platform/shared-state/shared-state.ts';
import { readRegistration } from './model/client-metadata.ts';

type Client = NonNullable<Awaited<ReturnType<Provider['Client']['find']>>>;

/** A document says little: names, addresses to be sent back to. */
const documentBytesMax = 10_240;
const fetchMs = 2_500;
/** How many documents one host is asked for by all of us: nobody can have it called many times by naming it. */
const hostBucket = { burst: 20, perSecond: 1 / 6 } as const;

/**
 * Clients that are known by the https address of a document about themselves (OAuth Client ID Metadata Document): its
 * settings for the library. The document is read through the door for addresses of strangers, which checks and pins
 * what the name resolves to, follows no redirect and bounds time and bytes; it may say what a client that registers
 * itself may say, and is cached for five minutes to a day.
 */
export function clientDocuments(app: {
  readonly shared: Pick<SharedState, 'takeToken'>;
}): NonNullable<NonNullable<Configuration['features']>['clientIdMetadataDocument']> {
  return {
    enabled: true,
    ack: 'draft-02',
    cacheDuration: { min: 300, max: 86_400 },
    allowFetch: async (_ctx, clientId) =>
      (await app.shared.takeToken(`oauth:document:${new URL(clientId).host}`, hostBucket, 1)).isAllowed,
  };
}

/**
 * How the library fetches: documents of clients alone, for nothing else it could fetch is let in. Throws where there is
 * none, or where a registration with it would be refused.
 */
export function fetchClientDocument({ outbound }: Pick<App, 'outbound'>): NonNullable<Configuration['fetch']> {
  return async (input) => {
    const url = input instanceof Request ? input.url : String(input);
    const answer = await outbound.toPublic({
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      timeoutMs: fetchMs,
      responseBytesMax: documentBytesMax,
      lane: 'client documents',
    });
    if (answer.kind === 'failed') throw new Error(`no document: ${answer.reason}`);
    if (answer.status !== 200) throw new Error(`no document: it was answered with status ${answer.status}`);
    if (answer.isTruncated) throw new Error(`the document is longer than ${documentBytesMax} bytes`);
    const document: unknown = JSON.parse(answer.body);
    if (typeof document !== 'object' || document === null || !('client_id' in document) || 'client_secret' in document)
      throw new Error('the document holds no client_id, or a secret that everybody can read');
    const registration = readRegistration(document);
    if (registration.kind === 'refused') throw new Error(registration.problem);
    const { 'cache-control': cacheControl, expires } = answer.headers;
    return Response.json(
      { ...registration.metadata, client_id: document.client_id },
      { headers: { ...(cacheControl && { 'cache-control': cacheControl }), ...(expires && { expires }) } },
    );
  };
}

/** A client by its id; undefined where nobody has it, or its document cannot be read now. */
export async function findClient(provider: Provider, clientId: string): Promise<Client | undefined> {
  const { errors } = await import('oidc-provider');
  try {
    return await provider.Client.find(clientId);
  } catch (error) {
    if (error instanceof errors.OIDCProviderError) return undefined;
    throw error;
  }
}
