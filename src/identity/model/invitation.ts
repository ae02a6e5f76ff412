import { hash } from 'node:crypto';
import { randomText } from '../../platform/ids.ts';

/** Random base62 characters of a link: 238 bits. */
const tokenLength = 40;
const TOKEN_PATTERN = /^[0-9A-Za-z]{40}$/;

/** How long a link works. Real time: anyone who is invited has no sandbox clock. */
export const invitationLifeSeconds = 7 * 86_400;
/** Members and open invitations of one organization together. */
export const membersMax = 200;
/** Mails an organization may have sent in 24 hours this way: nobody sends bulk mail through us. */
export const invitationsPerDayMax = 50;
/** Ended invitations are retained this long after their expiry, to answer what became of them. */
export const invitationRetentionDays = 30;

/** A fresh token. Stands in the mail's link; only its hash is stored once the mail has gone out. */
export function newInvitationToken(): string {
  return randomText(tokenLength);
}

/** What an invitation is known by; undefined for what was never a token. */
export function hashInvitationToken(token: string): string | undefined {
  return TOKEN_PATTERN.test(token) ? hash('sha256', token, 'hex') : undefined;
}
