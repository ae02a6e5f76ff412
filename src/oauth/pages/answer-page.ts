import { renderOAuth } from '../../../web/oauth/render-oauth.ts';
import type { ActingFor, OAuthView } from '../../../web/oauth/view.ts';
import { findSignedIn, memberOf, type SignedIn } from '../../accounts/signed-in.ts';
import { equalSecrets } from '../../platform/security/crypto.ts';
import { refuse } from '../../platform/errors.ts';
import type { PageAnswer, PageContext } from '../../platform/http/route.ts';
import { requestedLanguage } from '../../../web/kit/requested-language.ts';

/** A page about access: never cached by anybody between us and the user, and never sent on as a referrer. */
export function answerPage(
  context: PageContext,
  view: OAuthView,
  more: Pick<PageAnswer, 'formOrigins' | 'headers'> = {},
): PageAnswer {
  const language = requestedLanguage(context);
  const facts = { nonce: context.nonce, isSandbox: context.app.config.environment === 'sandbox' };
  return {
    status: statusOf(view),
    html: renderOAuth(language, facts, view),
    ...more,
    headers: {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-language': language,
      vary: 'accept-language',
      ...more.headers,
    },
  };
}

/** Where somebody comes back to after signing in; read only when they have to. */
type ReturnPath = string | (() => Promise<string>);

/**
 * Answers for a signed-in user; others are led to the sign-in and come back. With an external issuer there is nobody to
 * sign in.
 */
export async function withUser(
  context: PageContext,
  returnTo: ReturnPath,
  answer: (signedIn: SignedIn) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  if (context.app.config.oidc !== undefined) throw refuse('path_unknown');
  const signedIn = await findSignedIn(context.app, context.cookies);
  if (signedIn === undefined)
    return {
      status: 303,
      location: `/sign-in?${new URLSearchParams({ return_to: await readPath(returnTo), locale: requestedLanguage(context) }).toString()}`,
    };
  return await answer(signedIn);
}

/** Handles a form: one that was not made for this session, or comes from another site, changes nothing. */
export function withForm(
  context: PageContext,
  returnTo: ReturnPath,
  answer: (signedIn: SignedIn) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  return withUser(context, returnTo, async (signedIn) => {
    const site = context.request.headers['sec-fetch-site'];
    const isOurs =
      site !== 'cross-site' && site !== 'same-site' && equalSecrets(context.form['csrf'] ?? '', signedIn.formToken);
    return isOurs
      ? await answer(signedIn)
      : answerPage(context, { kind: 'closed', reason: 'form_stale', again: await readPath(returnTo) });
  });
}

/** Whose account the person at this page gives away. */
export async function actingFor({ app }: PageContext, signedIn: SignedIn): Promise<ActingFor> {
  const { who, organizations } = await memberOf(app, signedIn);
  return {
    account: who,
    organization: organizations.find(({ isChosen }) => isChosen)?.name ?? '',
    hasOthers: organizations.length > 1,
  };
}

function readPath(path: ReturnPath): Promise<string> {
  return typeof path === 'string' ? Promise.resolve(path) : path();
}

function statusOf(view: OAuthView): number {
  switch (view.kind) {
    case 'consent':
    case 'device_confirm':
    case 'device_done':
    case 'applications':
      return 200;
    case 'device_code':
      return view.problem === undefined ? 200 : 422;
    case 'failed':
      return 400;
    case 'closed':
      return view.reason === 'form_stale' ? 403 : view.reason === 'too_many_attempts' ? 429 : 404;
    default:
      return view satisfies never;
  }
}
