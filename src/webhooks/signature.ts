import { createHmac, randomBytes } from 'node:crypto';

/** What is signed, and with which secrets. */
export interface SigningInput {
  readonly secret: string;
  /** Replaced secrets while their overlap lasts, the newest first. */
  readonly previousSecrets: readonly string[];
  readonly attempt: number;
  readonly attemptId: string;
  readonly eventId: string;
  readonly body: string;
  /** Real time: receivers compare it with their own clock. */
  readonly at: Date;
}

const SECRET_PREFIX = 'whsec_';
const secretBytes = 32;

/** A fresh signing secret: `whsec_` and 32 random bytes in base64, the form Standard Webhooks libraries take. */
export function newSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(secretBytes).toString('base64')}`;
}

/**
 * The headers of one attempt: ours (spec.md, Events) and Standard Webhooks' beside them. During an overlap
 * `webhook-signature` carries every secret's signature; `X-Service-Signature` can carry only one, so odd attempts use
 * the new secret and even ones the old, and a receiver that has either accepts within two. Several old ones take turns.
 */
export function signAttempt(input: SigningInput): Record<string, string> {
  const timestamp = String(Math.floor(input.at.getTime() / 1_000));
  const { secret, previousSecrets, attempt } = input;
  const oldSecret = previousSecrets[(attempt / 2 - 1) % previousSecrets.length];
  const ownSecret = attempt % 2 === 0 ? (oldSecret ?? secret) : secret;
  return {
    'x-service-signature': `sha256=${createHmac('sha256', ownSecret).update(`${timestamp}.${input.body}`).digest('hex')}`,
    'x-service-timestamp': timestamp,
    'x-service-event-id': input.eventId,
    'x-service-delivery-id': input.attemptId,
    'webhook-id': input.eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': [secret, ...previousSecrets]
      .map((each) => standardSignature(each, `${input.eventId}.${timestamp}.${input.body}`))
      .join(' '),
  };
}

function standardSignature(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
