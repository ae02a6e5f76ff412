import { hash, randomBytes } from 'node:crypto';

/** What a one-time link is for. `welcome`: an administrator has made the user, who sets a first password. */
export type LinkKind = 'verify' | 'reset' | 'welcome';

const hour = 3_600_000;
/** How long each holds, in real time. A link that opens the account to its holder lives shortest. */
export const linkLifeMs = { verify: 72 * hour, reset: hour, welcome: 24 * hour } as const satisfies Record<
  LinkKind,
  number
>;
const TOKEN_BYTES = 32;
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** The secret of a fresh link: 256 bits of chance. */
export function newLinkToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What is stored of it; undefined for a text that was never one of ours. */
export function hashLinkToken(token: string): string | undefined {
  return TOKEN_PATTERN.test(token) ? hash('sha256', token, 'hex') : undefined;
}
