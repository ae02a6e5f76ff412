import * as z from 'zod';
import type { OnwardView } from '../../web/accounts/view.ts';
import type { App } from '../context.ts';
import type { PageContext } from '../platform/http/route.ts';
import { secureAttribute } from '../platform/http/secure-cookies.ts';
import { browserMarkOf } from './form-token.ts';
import { readReturnTo } from './model/return-to.ts';

/** Brings somebody who was invited on to the application they came for: only a page of ours in the same browser can know of both. */
const COOKIE = 'bly_onward';
/** The pages of those who are let in by somebody else: by an owner, or by whoever runs the installation. */
const COOKIE_PATHS = ['/join', '/reset-password'] as const;
const cookieSeconds = 86_400;
/** Browsers take cookies of 4 KiB. */
const COOKIE_LENGTH_MAX = 3_800;
const CONTEXT = 'onward';

const Sealed = z.object({ path: z.string(), browser: z.string() });

/** What the person came for, as the address of a page or its form says: an own path, and the application that it asks for access for. */
export async function findOnward(context: PageContext): Promise<OnwardView | undefined> {
  return await describe(context, { path: readReturnTo(context.form['return_to'] ?? context.query['return_to']), isElsewhere: false });
}

/** What the person came for who asked for a mailed link; what the address of the page says, for a link that knows of nothing. */
export async function findOnwardOfLink(context: PageContext, sealed: string | undefined): Promise<OnwardView | undefined> {
  const opened = openOnward(context.app, sealed);
  return opened === undefined ? await findOnward(context) : await describe(context, { path: opened.path, isElsewhere: opened.browser !== browserMarkOf(context) });
}

/** What somebody came for who is invited by now. */
export async function findOnwardOfInvited(context: PageContext): Promise<OnwardView | undefined> {
  const stored = openOnward(context.app, context.cookies[COOKIE]);
  return (await findOnward(context)) ?? (await describe(context, { path: stored?.path, isElsewhere: false }));
}

/** Seals what the person came for, to be stored with a link that is mailed to them. Undefined for nothing in particular. */
export function sealOnward(context: PageContext, onward: OnwardView | undefined): string | undefined {
  return onward && context.app.sealer.seal('cookie', JSON.stringify({ path: onward.path, browser: browserMarkOf(context) ?? '' }), CONTEXT);
}

/** What `sealOnward` sealed; undefined for anything else. The path is checked again: rules may have become stricter since. */
export function openOnward(app: Pick<App, 'sealer'>, sealed: string | undefined): z.infer<typeof Sealed> | undefined {
  const plain = sealed === undefined ? undefined : app.sealer.open('cookie', sealed, CONTEXT);
  if (plain === undefined) return undefined;
  const { path, browser } = Sealed.parse(JSON.parse(plain.toString('utf8')));
  const checked = readReturnTo(path);
  return checked === undefined ? undefined : { path: checked, browser };
}

/** The cookies that remember the application until an invitation is accepted. None for a path of the account, and none that a browser would drop. */
export function rememberOnward(context: PageContext, onward: OnwardView | undefined): readonly string[] {
  if (onward?.application === undefined) return [];
  const sealed = sealOnward(context, onward) ?? '';
  return sealed.length > COOKIE_LENGTH_MAX ? [] : onwardCookies(context, sealed, cookieSeconds);
}

/** The cookies that forget it: the person is signed in. */
export function forgetOnward(context: PageContext): readonly string[] {
  return onwardCookies(context, '', 0);
}

function onwardCookies({ app }: PageContext, value: string, seconds: number): readonly string[] {
  return COOKIE_PATHS.map((path) => `${COOKIE}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secureAttribute(app.config)}`);
}

async function describe({ app }: PageContext, { path, isElsewhere }: { readonly path: string | undefined; readonly isElsewhere: boolean }): Promise<OnwardView | undefined> {
  return path === undefined ? undefined : { path, application: await app.authorizationRequests.findApplication(app, path), isElsewhere };
}
