import type { Scope } from '../../context.ts';
import { MCP_PATHS } from '../../platform/mcp-addresses.ts';

/** The two built-in issuers: programs and agents that registered themselves, and our own command line. */
export type IssuerName = 'mcp' | 'cli';

/** Access tokens live an hour. */
export const accessTokenSeconds = 3_600;
/** A grant and its refresh token live this long after their last use. */
export const refreshTokenSeconds = 30 * 86_400;
/** Codes of the device flow (contract, section 4: 10 minutes). */
export const deviceCodeSeconds = 600;
/** A consent page may stay open this long. */
export const interactionSeconds = 1_800;
/** A registered client that nobody has allowed anything lapses. */
export const clientSeconds = 90 * 86_400;
/** The command line's own client id; it has no secret (contract, section 4). */
export const CLI_CLIENT_ID = 'bly-cli';
/** A device that polls more often is answered slow_down (RFC 8628, section 3.5: 5 s unless set otherwise). */
export const pollSeconds = 5;

/** What a token may do here, besides `openid` and `offline_access`. */
export const API_SCOPES: readonly Scope[] = ['search', 'book', 'manage'];
export const OAUTH_SCOPES = [...API_SCOPES, 'openid', 'offline_access'] as const;

/** The URL of an issuer, as its tokens name it. */
export function issuerUrl(publicUrl: string, issuer: IssuerName): string {
  return issuer === 'mcp' ? `${publicUrl}/oauth` : `${publicUrl}/oauth/cli`;
}

/** Whom an issuer's tokens are meant for, its only resource (contract, section 4). */
export function resourceUrl(publicUrl: string, issuer: IssuerName): string {
  return issuer === 'mcp' ? `${publicUrl}/mcp` : `${publicUrl}/v1`;
}

/**
 * The resource as we spell it, whether or not a client has put a slash behind it; anything else stays as it is. Tokens
 * for MCP work on /v1 and at the address of each tool set too, so a client that came from there gets one of those.
 */
export function spellResource(publicUrl: string, issuer: IssuerName, requested: string): string {
  const own = resourceUrl(publicUrl, issuer);
  const plain = requested.replace(/\/$/, '');
  const isOfMcp = issuer === 'mcp' && MCP_PATHS.some((path) => plain === `${publicUrl}${path}`);
  return plain === own || plain === `${publicUrl}/v1` || isOfMcp ? own : requested;
}

/** Those of our scopes that a text names, in our order; all of them where it names none. */
export function chooseScopes(text: string | undefined): readonly Scope[] {
  const requested = readScopes(text);
  return requested.length > 0 ? requested : API_SCOPES;
}

/** Those of our scopes that a text names. */
export function readScopes(text: string | undefined): readonly Scope[] {
  const named = new Set((text ?? '').split(' '));
  return API_SCOPES.filter((scope) => named.has(scope));
}

/** What may be asked for of what was asked for: others' scopes are ignored, and none means all of ours. */
export function spellScope(text: string | undefined): string {
  const named = new Set((text ?? '').split(' '));
  return [...chooseScopes(text), ...OAUTH_SCOPES.slice(API_SCOPES.length).filter((scope) => named.has(scope))].join(
    ' ',
  );
}
