import type { WebhookEvents } from './generated/operations.ts';

/**
 * Never sent. It keeps a `switch` over all names from being exhaustive, for there will be events newer than this
 * client.
 */
interface NewerEvent {
  readonly event: '(an event newer than this client)';
  readonly event_id: string;
}

/** What an endpoint is sent, by `event`. Let a `default` branch pass over events you do not know. */
export type WebhookEvent = WebhookEvents[keyof WebhookEvents] | NewerEvent;

/** Headers as Fetch, Node or a plain record hold them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** One delivery, as it arrived. */
export interface WebhookDelivery {
  /** The raw body, byte for byte: JSON that was parsed and written again does not verify. */
  readonly payload: string | Uint8Array | ArrayBuffer;
  readonly headers: WebhookHeaders;
  /** `whsec_…`, as `createWebhook` answered it. */
  readonly secret: string;
  /** How far its timestamp may be from now, either way. */
  readonly toleranceSeconds?: number;
  /** For tests; the present otherwise. */
  readonly now?: Date;
}

/**
 * Why a delivery is not accepted. Answer 400 to all of them but `secret_malformed`, which is your configuration's
 * fault.
 */
export type WebhookRefusal =
  | 'headers_missing'
  | 'timestamp_malformed'
  | 'too_old'
  | 'in_the_future'
  | 'signature_mismatch'
  | 'payload_malformed'
  | 'secret_malformed';

/** A delivery that was not accepted. Holds neither secret nor payload. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** One way of signing: a timestamp, what is signed, and the signatures given. */
interface Claim {
  readonly timestamp: string;
  readonly signedPrefix: string;
  readonly key: Uint8Array<ArrayBuffer>;
  readonly signatures: readonly Uint8Array<ArrayBuffer>[];
}

const SECRET_PREFIX = 'whsec_';
/** Standard Webhooks suggests it, and the reference of the service. */
const usualToleranceSeconds = 300;
const encoder = new TextEncoder();

/**
 * The event of a delivery that is genuine and fresh; throws WebhookError otherwise. Either family of headers will do:
 * X-Service-* (keyed with the whole secret) or Standard Webhooks' (keyed with the bytes whose base64 follows `whsec_`),
 * which carry both signatures while a secret is being replaced. Web Crypto compares in constant time.
 */
export async function verifyWebhook(delivery: WebhookDelivery): Promise<WebhookEvent> {
  const { secret, toleranceSeconds = usualToleranceSeconds, now = new Date() } = delivery;
  const payload = readBytes(delivery.payload);
  const claims = readClaims(headerReader(delivery.headers), secret);
  if (claims.length === 0)
    throw new WebhookError(
      'headers_missing',
      'Neither X-Service-Signature and X-Service-Timestamp nor webhook-id, webhook-timestamp and webhook-signature are there.',
    );
  const genuine = await firstGenuine(claims, payload);
  if (genuine === undefined)
    throw new WebhookError(
      'signature_mismatch',
      'No signature is of this secret over this payload. Is the payload the raw body?',
    );
  checkTime(genuine.timestamp, { toleranceSeconds, now });
  return readEvent(payload);
}

function readBytes(payload: WebhookDelivery['payload']): Uint8Array {
  if (typeof payload === 'string') return encoder.encode(payload);
  return payload instanceof ArrayBuffer ? new Uint8Array(payload) : payload;
}

function readClaims(header: (name: string) => string | undefined, secret: string): readonly Claim[] {
  const ownSignature = header('x-service-signature');
  const ownTimestamp = header('x-service-timestamp');
  const signatures = header('webhook-signature');
  const timestamp = header('webhook-timestamp');
  const id = header('webhook-id');
  const standardKey = readKey(secret);
  return [
    ...(ownSignature === undefined || ownTimestamp === undefined
      ? []
      : [
          {
            timestamp: ownTimestamp,
            signedPrefix: `${ownTimestamp}.`,
            key: encoder.encode(secret),
            signatures: [fromHex(ownSignature.replace(/^sha256=/, ''))],
          },
        ]),
    ...(signatures === undefined || timestamp === undefined || id === undefined
      ? []
      : [
          {
            timestamp,
            signedPrefix: `${id}.${timestamp}.`,
            key: standardKey,
            signatures: signatures
              .split(' ')
              .flatMap((one) =>
                one.startsWith('v1,') ? [fromBase64(one.slice('v1,'.length)) ?? new Uint8Array()] : [],
              ),
          },
        ]),
  ];
}

async function firstGenuine(claims: readonly Claim[], payload: Uint8Array): Promise<Claim | undefined> {
  for (const claim of claims) {
    const prefix = encoder.encode(claim.signedPrefix);
    const signed = new Uint8Array(prefix.length + payload.length);
    signed.set(prefix);
    signed.set(payload, prefix.length);
    const key = await crypto.subtle.importKey('raw', claim.key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of claim.signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return claim;
  }
  return undefined;
}

function checkTime(
  timestamp: string,
  { toleranceSeconds, now }: { readonly toleranceSeconds: number; readonly now: Date },
): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookError('timestamp_malformed', 'The timestamp is not a number of seconds.');
  const ageSeconds = now.getTime() / 1_000 - Number(timestamp);
  // Asked this way round so that a tolerance that is no number accepts nothing.
  if (!(ageSeconds <= toleranceSeconds))
    throw new WebhookError('too_old', `The delivery is ${Math.round(ageSeconds)} seconds old.`);
  if (!(ageSeconds >= -toleranceSeconds))
    throw new WebhookError(
      'in_the_future',
      `The delivery is ${Math.round(-ageSeconds)} seconds ahead of this machine's clock.`,
    );
}

function readEvent(payload: Uint8Array): WebhookEvent {
  try {
    const event: WebhookEvent = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    if (typeof event === 'object' && event !== null && typeof event.event === 'string') return event;
  } catch {
    // Refused below, as what is JSON but no event.
  }
  throw new WebhookError('payload_malformed', 'The payload is genuine, but no event.');
}

function readKey(secret: string): Uint8Array<ArrayBuffer> {
  const key = secret.startsWith(SECRET_PREFIX) ? fromBase64(secret.slice(SECRET_PREFIX.length)) : undefined;
  if (key === undefined || key.length === 0)
    throw new WebhookError('secret_malformed', 'The secret must be the whole text that begins with whsec_.');
  return key;
}

function headerReader(headers: WebhookHeaders): (name: string) => string | undefined {
  const { get } = headers;
  if (typeof get === 'function') return (name) => get.call(headers, name) ?? undefined;
  const values = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value[0] : value]),
  );
  return (name) => values.get(name);
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return /^([0-9a-f]{2})+$/i.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : new Uint8Array();
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
