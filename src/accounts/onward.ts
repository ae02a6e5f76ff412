import * as z from 'zod';
import type { OnwardView } from '../../web/accounts/view.ts';
import type { App } from '../context.ts';
import type { PageContext } from '../platform/http/route.ts';
import { secureAttribute } from '../platform/http/secure-cookies.ts';
import { browserMarkOf } from './pages/form-token.ts';
import { readReturnTo } from './model/return-to.ts';

/**
 * Remembers the application that somebody came for who needs an invitation first. The link of the invitation cannot
 * carry it: the inviting member does not know of the application.
 */
const COOKIE = 'bly_onward';
/** The pages that links from an owner, or from the operator, lead to. */
const COOKIE_PATHS = ['/join', '/reset-password'] as const;
const cookieSeconds = 86_400;
/** Browsers take cookies of 4 KiB. */
const COOKIE_LENGTH_MAX = 3_800;
const CONTEXT = 'onward';

const Sealed = z.object({ path: z.string(), browser: z.string() });

/**
 * Reads where the person continues after signing in from the page's query or form, and which application asks there.
 */
export async function findOnward(context: PageContext): Promise<OnwardView | undefined> {
  return await describe(context, {
    path: readReturnTo(context.form['return_to'] ?? context.query['return_to']),
    isElsewhere: false,
  });
}

/** Reads where the person continues from a mailed link; from the query or form when the link carries nothing. */
export async function findOnwardOfLink(
  context: PageContext,
  sealed: string | undefined,
): Promise<OnwardView | undefined> {
  const opened = openOnward(context.app, sealed);
  return opened === undefined
    ? await findOnward(context)
    : await describe(context, { path: opened.path, isElsewhere: opened.browser !== browserMarkOf(context) });
}

/** Reads where an invited person continues: from the query or form, else from this browser's cookie. */
export async function findOnwardOfInvited(context: PageContext): Promise<OnwardView | undefined> {
  const stored = openOnward(context.app, context.cookies[COOKIE]);
  return (await findOnward(context)) ?? (await describe(context, { path: stored?.path, isElsewhere: false }));
}

/**
 * Seals where the person continues, and in which browser they began, for storage with a link that is mailed to them.
 */
export function sealOnward(context: PageContext, onward: OnwardView | undefined): string | undefined {
  return (
    onward &&
    context.app.sealer.seal(
      'cookie',
      JSON.stringify({ path: onward.path, browser: browserMarkOf(context) ?? '' }),
      CONTEXT,
    )
  );
}

/**
 * Opens what `sealOnward` sealed; undefined for anything else. Checks the path again: its rules may be stricter by now.
 */
export function openOnward(app: Pick<App, 'sealer'>, sealed: string | undefined): z.infer<typeof Sealed> | undefined {
  const plain = sealed === undefined ? undefined : app.sealer.open('cookie', sealed, CONTEXT);
  if (plain === undefined) return undefined;
  const { path, browser } = Sealed.parse(JSON.parse(plain.toString('utf8')));
  const checked = readReturnTo(path);
  return checked === undefined ? undefined : { path: checked, browser };
}

/**
 * Set-Cookie headers that remember the application. None without one, and none that a browser would drop as too long.
 */
export function rememberOnward(context: PageContext, onward: OnwardView | undefined): readonly string[] {
  if (onward?.application === undefined) return [];
  const sealed = sealOnward(context, onward) ?? '';
  return sealed.length > COOKIE_LENGTH_MAX ? [] : onwardCookies(context, sealed, cookieSeconds);
}

/** Set-Cookie headers that forget the application once the person is signed in. */
export function forgetOnward(context: PageContext): readonly string[] {
  return onwardCookies(context, '', 0);
}

function onwardCookies({ app }: PageContext, value: string, seconds: number): readonly string[] {
  return COOKIE_PATHS.map(
    (path) =>
      `${COOKIE}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secureAttribute(app.config)}`,
  );
}

async function describe(
  { app }: PageContext,
  { path, isElsewhere }: { readonly path: string | undefined; readonly isElsewhere: boolean },
): Promise<OnwardView | undefined> {
  return path === undefined
    ? undefined
    : { path, application: await app.authorizationRequests.findApplication(app, path), isElsewhere };
}
