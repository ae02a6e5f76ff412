import { randomBytes } from 'node:crypto';
import type { App } from '../../context.ts';
import { equalSecrets } from '../../platform/security/crypto.ts';
import { isFromOtherSite } from '../../platform/http/input/request-headers.ts';
import type { PageContext } from '../../platform/http/route.ts';
import { secureAttribute } from '../../platform/http/secure-cookies.ts';

/** Of a browser that is not signed in: its forms carry a token that only this cookie gives. */
const COOKIE = 'bly_form';
const KEY_BYTES = 16;
const KEY = /^[A-Za-z0-9_-]{22}$/;

/** What a form of this browser must carry, and the cookie that must come along when the browser has none yet. */
export function issueFormToken({ app, cookies }: PageContext): {
  readonly csrf: string;
  readonly cookies: readonly string[];
} {
  const known = cookies[COOKIE];
  if (known !== undefined && KEY.test(known)) return { csrf: tokenOf(app, known), cookies: [] };
  const key = randomBytes(KEY_BYTES).toString('base64url');
  return {
    csrf: tokenOf(app, key),
    cookies: [`${COOKIE}=${key}; Path=/; HttpOnly; SameSite=Lax${secureAttribute(app.config)}`],
  };
}

/**
 * Whether a form was made for this browser by us. Browsers say whether another site sent it (Sec-Fetch-Site); a client
 * without that header is no browser somebody else could steer.
 */
export function isOwnForm({ app, cookies, form, request }: PageContext): boolean {
  const key = cookies[COOKIE];
  if (isFromOtherSite(request.headers) || key === undefined || !KEY.test(key)) return false;
  return equalSecrets(form['csrf'] ?? '', tokenOf(app, key));
}

/** Distinguishes one browser from another between two pages of ours; undefined for one that has not seen a form yet. */
export function browserMarkOf({ app, cookies }: PageContext): string | undefined {
  const key = cookies[COOKIE];
  return key === undefined || !KEY.test(key) ? undefined : app.sealer.keyedHash('cookie', `browser ${key}`);
}

function tokenOf({ sealer }: Pick<App, 'sealer'>, key: string): string {
  return sealer.keyedHash('cookie', `form before sign-in ${key}`);
}
