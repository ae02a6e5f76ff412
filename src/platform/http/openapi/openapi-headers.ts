import type { JsonSchema } from './openapi-schemas.ts';
import type { AnyRoute } from '../route.ts';

const header = (description: string, schema: JsonSchema = { type: 'string' }) => ({ description, schema });
const UNLIMITED_OR_INTEGER: JsonSchema = {
  oneOf: [
    { type: 'integer', minimum: 0 },
    { type: 'string', const: 'unlimited' },
  ],
};

/** The headers of answers, by name. */
export const HEADERS = {
  'X-Request-ID': header("The caller's X-Request-ID, else a fresh one. Include it in bug reports."),
  'X-Session-ID': header("Echo of the caller's X-Session-ID."),
  'X-Warnings': header(
    'Fields of the request that the operation does not have, which were ignored: JSON, `[{"path", "problem"}]`, ten at most. Absent where there are none.',
  ),
  'RateLimit-Limit': header('Burst of this key.', { type: 'integer' }),
  'RateLimit-Remaining': header('Calls left in the burst.', { type: 'integer' }),
  'RateLimit-Reset': header('Seconds until the next call is possible again.', { type: 'integer' }),
  'X-Quota-Limit': header(
    'Calls this key or user may make in 30 days; `unlimited` for a key without quota.',
    UNLIMITED_OR_INTEGER,
  ),
  'X-Quota-Remaining': header('How many of them are left; `unlimited` for a key without quota.', UNLIMITED_OR_INTEGER),
  'X-Quota-Reset': header(
    'Seconds until the oldest counted call stops counting, so that there is room for new ones; 0 for a key without quota.',
    { type: 'integer' },
  ),
  'Retry-After': header('Seconds to wait.', { type: 'integer' }),
  'WWW-Authenticate': header(
    "How to authenticate (RFC 6750), and where OAuth clients find this server's metadata (RFC 9728).",
  ),
  'Idempotent-Replayed': header(
    '`true` when the answer was kept from an earlier request with the same Idempotency-Key.',
  ),
  Deprecation: header('`true` on a deprecated route.'),
  Sunset: header('The instant after which the route stops answering.'),
  Link: header('The successor of a deprecated route.'),
};

/** Statuses that an Idempotency-Key never replays (contract, section 2): a repeat runs the operation again. */
const NOT_REPLAYED: readonly number[] = [400, 401, 402, 403, 413, 415, 429];

/** Statuses of requests that are refused before anything of them is read. */
const BEFORE_INPUT: readonly number[] = [401, 402, 403, 429];

/** References to the headers that an answer of a route with this status carries. */
export function describeHeaders(route: AnyRoute, status: number): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(listHeaders(route, status).map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function listHeaders(route: AnyRoute, status: number): readonly (keyof typeof HEADERS)[] {
  const names: (keyof typeof HEADERS)[] = ['X-Request-ID', 'X-Session-ID'];
  if (!BEFORE_INPUT.includes(status)) names.push('X-Warnings');
  // Rate and quota are read once the credential is known to be good.
  if (route.access !== 'open' && status !== 401) {
    names.push(
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'X-Quota-Limit',
      'X-Quota-Remaining',
      'X-Quota-Reset',
    );
  }
  const isKeyed = route.isWrite && route.method === 'POST';
  if (isKeyed && status < 500 && !NOT_REPLAYED.includes(status)) names.push('Idempotent-Replayed');
  if (status === 429 || status === 503 || (isKeyed && status === 409)) names.push('Retry-After');
  if (status === 401) names.push('WWW-Authenticate');
  if (route.deprecation) names.push('Deprecation', 'Sunset', 'Link');
  return names;
}
