import type { FastifyRequest } from 'fastify';
import type { Account, DuffelState } from './account.ts';
import { refusal } from './refusals.ts';

const TOKEN = /^duffel_(?:test|live)_[\w-]+$/;
const RETIRED_VERSIONS: readonly string[] = ['beta', 'v1'];

/** The account of a request's token; throws Duffel's 401 or 403. */
export function authenticate(state: DuffelState, request: FastifyRequest): Account {
  const header = request.headers.authorization;
  if (header === undefined) throw refusal('missing_authorization_header');
  const [scheme, token, ...rest] = header.split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || token === undefined || rest.length > 0)
    throw refusal('invalid_authorization_header');
  const account = TOKEN.test(token) ? state.accounts.get(token) : undefined;
  if (account === undefined) throw refusal('access_token_not_found');
  return account;
}

/** Refuses a key that was suspended. */
export function refuseSuspended({ settings }: Account): void {
  if (settings.suspended === 'expired') throw refusal('expired_access_token');
  if (settings.suspended === 'forbidden') throw refusal('insufficient_permissions');
}

/** Refuses a request whose version, format or content type Duffel would not take. */
export function checkHeaders({ headers }: FastifyRequest, hasBody: boolean): void {
  const version = headers['duffel-version'];
  if (version === undefined) throw refusal('missing_version_header');
  if (RETIRED_VERSIONS.includes(String(version))) throw refusal('unsupported_version');
  if (version !== 'v2') throw refusal('invalid_version_header');
  const accept = headers.accept ?? '*/*';
  if (!/application\/json|application\/\*|\*\/\*/.test(accept)) throw refusal('unsupported_format');
  if (!hasBody) return;
  const type = headers['content-type'];
  if (type === undefined) throw refusal('missing_content_type_header');
  if (!/^application\/json\s*(;|$)/i.test(type)) throw refusal('invalid_content_type_header');
}

/** The `data` of a body; undefined where there is none and `isRequired` does not say there must be. */
export function readBody(body: unknown, isRequired: boolean): unknown {
  if (typeof body !== 'string' || body === '') {
    if (isRequired) throw refusal('missing_data_param');
    return undefined;
  }
  const parsed = parse(body);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw refusal('bad_request');
  if (!('data' in parsed)) throw refusal('missing_data_param');
  if (typeof parsed.data !== 'object' || parsed.data === null || Array.isArray(parsed.data))
    throw refusal('malformed_data_param');
  return parsed.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal('bad_request', 'The body is not valid JSON.');
    throw error;
  }
}
