import { createHmac, randomBytes } from 'node:crypto';

/** What is signed, and with which secrets. */
export interface SigningInput {
  readonly secret: string;
  /** The secret before a rotation while its overlap lasts. */
  readonly previousSecret: string | undefined;
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
 * `webhook-signature` carries both secrets' signatures; `X-Service-Signature` can carry only one, so odd attempts use
 * the new secret and even ones the old, and a receiver that has either accepts within two.
 */
export function signAttempt(input: SigningInput): Record<string, string> {
  const timestamp = String(Math.floor(input.at.getTime() / 1_000));
  const ownSecret = input.attempt % 2 === 0 ? (input.previousSecret ?? input.secret) : input.secret;
  const secrets = input.previousSecret === undefined ? [input.secret] : [input.secret, input.previousSecret];
  return {
    'x-service-signature': `sha256=${createHmac('sha256', ownSecret).update(`${timestamp}.${input.body}`).digest('hex')}`,
    'x-service-timestamp': timestamp,
    'x-service-event-id': input.eventId,
    'x-service-delivery-id': input.attemptId,
    'webhook-id': input.eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => standardSignature(secret, `${input.eventId}.${timestamp}.${input.body}`)).join(' '),
  };
}

function standardSignature(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
