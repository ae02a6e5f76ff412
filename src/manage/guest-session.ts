import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { App, Caller } from '../context.ts';
import { asBookingRef, asId, type BookingRef, type OrganizationId } from '../platform/ids.ts';
import { equalSecrets } from '../platform/security/crypto.ts';
import { secureAttribute } from '../platform/http/secure-cookies.ts';

/**
 * A guest who has shown reference and last name: of one booking, for half an hour of real time. Stored in a sealed
 * cookie, nowhere else.
 */
export interface GuestSession {
  readonly organizationId: OrganizationId;
  readonly bookingRef: BookingRef;
  /** Proves that a form was made for this session. */
  readonly key: string;
}

const SESSION_SECONDS = 30 * 60;
const COOKIE = 'bly_manage';
const CONTEXT = 'manage visit';
const KEY_BYTES = 16;
const SealedSession = z.object({
  organization_id: z.string(),
  booking_ref: z.string(),
  key: z.string(),
  until: z.number(),
});

type Cookies = Readonly<Record<string, string>>;

/** The cookie of a new session. Lax: anyone who comes back from the payment processor's page is still here. */
export function openGuestSession(
  app: App,
  { organizationId, bookingRef }: Pick<GuestSession, 'organizationId' | 'bookingRef'>,
): string {
  const until = app.clock.now().getTime() + SESSION_SECONDS * 1000;
  const sealed = JSON.stringify({
    organization_id: organizationId,
    booking_ref: bookingRef,
    key: randomBytes(KEY_BYTES).toString('base64url'),
    until,
  });
  return cookieOf(app, app.sealer.seal('cookie', sealed, CONTEXT), SESSION_SECONDS);
}

/** The cookie that ends a session. */
export function closeGuestSession(app: App): string {
  return cookieOf(app, '', 0);
}

/** The session of a request. `ended`: there was one, or what says so is not ours. */
export function readGuestSession(app: App, cookies: Cookies): GuestSession | 'none' | 'ended' {
  const cookie = cookies[COOKIE];
  if (cookie === undefined || cookie === '') return 'none';
  const plain = app.sealer.open('cookie', cookie, CONTEXT);
  if (plain === undefined) return 'ended';
  const { organization_id, booking_ref, key, until } = SealedSession.parse(JSON.parse(plain.toString('utf8')));
  if (app.clock.now().getTime() >= until) return 'ended';
  return { organizationId: asId('organization', organization_id), bookingRef: asBookingRef(booking_ref), key };
}

/** Stands in every form of a session. */
export function formTokenOf(app: App, { key }: GuestSession): string {
  return app.sealer.keyedHash('cookie', `${CONTEXT} form ${key}`);
}

/** Whether a form was made for this session. */
export function isFormOf(app: App, session: GuestSession, form: Cookies): boolean {
  return equalSecrets(form['csrf'] ?? '', formTokenOf(app, session));
}

/** No key at all: a guest acts for the booking's organization, on this one booking. */
const NO_KEY = asId('apiKey', 'key_manage_page');

/** The guest as operations know their callers. */
export async function callerOf(app: App, { organizationId }: Pick<GuestSession, 'organizationId'>): Promise<Caller> {
  const { environment } = app.config;
  return {
    organizationId,
    environment,
    principal: { kind: 'api_key', keyId: NO_KEY },
    credentialId: NO_KEY,
    scopes: ['manage'],
    isUnlimited: true,
    now: await app.organizationNow(organizationId),
    endUserId: undefined,
  };
}

function cookieOf(app: App, value: string, seconds: number): string {
  return `${COOKIE}=${value}; Path=/manage; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secureAttribute(app.config)}`;
}
