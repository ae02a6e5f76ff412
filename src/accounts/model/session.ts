import { hash, randomBytes } from 'node:crypto';

const hour = 3_600_000;
/** Twelve hours without a request end a session; thirty days end it whatever happens. */
export const sessionIdleMs = 12 * hour;
export const sessionLifeMs = 30 * 24 * hour;
/** How exact "last seen" is: a request within this long of the last one writes nothing. */
export const seenWithinMs = 60_000;
const COOKIE_BYTES = 32;
const COOKIE_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** A fresh cookie: 256 bits of chance. */
export function newSessionCookie(): string {
  return randomBytes(COOKIE_BYTES).toString('base64url');
}

/** What is stored of a cookie; undefined for a text that was never one of ours. */
export function hashSessionCookie(cookie: string): string | undefined {
  return COOKIE_PATTERN.test(cookie) ? hash('sha256', cookie, 'hex') : undefined;
}

/** Whether a session still holds. */
export function isSessionLive(session: { readonly lastSeenAt: Date; readonly expiresAt: Date }, now: Date): boolean {
  return now < session.expiresAt && now.getTime() - session.lastSeenAt.getTime() < sessionIdleMs;
}
