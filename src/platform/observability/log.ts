import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';
import type { Config } from '../config.ts';

/**
 * Keys whose values never reach a log, wherever an object puts them: credentials, card fields, and what says who
 * somebody is. Bodies and headers are not logged at all; this is the second fence, for objects logged by mistake.
 */
const SECRET_KEYS: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'api_key',
  'apikey',
  'key_hash',
  'password',
  'secret',
  'signing_secret',
  'token',
  'access_token',
  'refresh_token',
  'offer_token',
  'trip_item_token',
  'shared_payment_token',
  'page_token',
  'database_url',
  'databaseurl',
  'redisurl',
  'secretkeys',
  'bootstrapapikey',
  'card',
  'card_number',
  'cardnumber',
  'number',
  'cvc',
  'cvv',
  'security_code',
  'securitycode',
  'expiry',
  'expirymonth',
  'expiryyear',
  'holder',
  'email',
  'phone',
  'phone_number',
  'first_name',
  'firstname',
  'last_name',
  'lastname',
  'full_name',
  'date_of_birth',
  'dateofbirth',
  'passport',
  'passport_number',
  'passportnumber',
  'known_traveler_number',
  'knowntravelernumber',
  'contact',
  'customer_contact',
  'travelers',
  'user_intent',
  'intent',
  'body',
  'form',
]);
const HIDDEN = '[hidden]';
const DEPTH_MAX = 6;
const ENTRIES_MAX = 100;
/** More than any sentence of ours. */
const TEXT_LENGTH_MAX = 10_000;

/**
 * Structured logs: one JSON line each, no secrets, no personal data. Requests add `request_id` and `session_id` through
 * `log.child`.
 */
export function createLogger(
  config: Pick<Config, 'environment' | 'logLevel'>,
  destination?: DestinationStream,
): Logger {
  const options: pino.LoggerOptions = {
    level: config.logLevel,
    base: { environment: config.environment, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: hideSecrets, bindings: hideSecrets },
    serializers: { err: describeError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/**
 * An error for the log. What a query or a validation was given (`detail`, `parameters`, `where`) is somebody's data and
 * stays out.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const cause = error.cause instanceof Error ? { cause: describeError(error.cause) } : {};
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  return { type: error.name, message: hideInText(error.message), ...code, stack: frames?.join('\n'), ...cause };
}

/**
 * Takes out what may be a secret or an address: mail addresses and logins in addresses, keys, sealed tokens, card-like
 * numbers. Each step reads the text once: a stranger's words may be in it, as many as fit into a request.
 */
function hideInText(text: string): string {
  const hidden = text
    .replace(/\S+/g, (word) => (word.indexOf('@') > 0 ? HIDDEN : word))
    .replace(/\b(?:bly_[sp]|whsec_|sk_(?:live|test)_|spt_|oft_|tit_|htl_|car_)[\w-]{20,}/g, HIDDEN)
    .replace(/\b\d(?:[ -]?\d){12,18}\b/g, HIDDEN);
  return hidden.length > TEXT_LENGTH_MAX ? `${hidden.slice(0, TEXT_LENGTH_MAX)} [cut]` : hidden;
}

function hideSecrets(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, key === 'err' ? value : hideValue(key, value, 0)]),
  );
}

function hideValue(key: string, value: unknown, depth: number): unknown {
  if (SECRET_KEYS.has(key.toLowerCase())) return HIDDEN;
  if (typeof value === 'string') return hideInText(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Error) return describeError(value);
  if (depth >= DEPTH_MAX || ArrayBuffer.isView(value)) return '[left out]';
  if (Array.isArray(value)) return value.slice(0, ENTRIES_MAX).map((item) => hideValue('', item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, ENTRIES_MAX)
      .map(([name, inner]) => [name, hideValue(name, inner, depth + 1)]),
  );
}
