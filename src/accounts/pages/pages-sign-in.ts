import { isOutOfReach } from '../../../web/accounts/sign-in-pages.ts';
import type { OnwardView } from '../../../web/accounts/view.ts';
import { equalSecrets } from '../../platform/security/crypto.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../../platform/http/route.ts';
import { answerClosed, answerSignInPage, answerForm, outboxOf, seeOther } from './answer-page.ts';
import { rememberDevice } from '../attempts/known-device.ts';
import { isOwnForm } from './form-token.ts';
import { homePath } from '../model/return-to.ts';
import { findOnward, forgetOnward, rememberOnward, sealOnward } from '../onward.ts';
import { closeSession, openSession } from '../sessions/open-session.ts';
import { isSound, problemsOf, readEmail, type ReadForm } from './read-form.ts';
import { type HalfSignedIn, issueTicket } from '../second-factor/sign-in-ticket.ts';
import { checkSignIn } from '../sign-in.ts';
import { findSignedIn } from '../signed-in.ts';
import { mailVerification } from '../verify-email.ts';
import { requestedLanguage } from '../../../web/kit/requested-language.ts';

/** `GET /sign-in?return_to=`: the entrance; anyone who is in already goes on. */
const signInPage: PageDeclaration = {
  method: 'GET',
  path: '/sign-in',
  async handle(context) {
    const onward = await findOnward(context);
    if ((await findSignedIn(context.app, context.cookies)) !== undefined) return goOn(context, onward);
    return answerSignIn(
      context,
      { typed: {}, problems: {} },
      { onward, hasEnded: context.query['ended'] !== undefined },
    );
  },
};

/**
 * `POST /sign-in`: a right pair opens a session under a fresh id; every wrong one gets the same answer in the same
 * time.
 */
const submitSignInPage: PageDeclaration = {
  method: 'POST',
  path: '/sign-in',
  async handle(context) {
    const { app, form, request } = context;
    const onward = await findOnward(context);
    if (!isOwnForm(context)) return answerClosed(context, 'form_stale', { onward });
    const { email, problem } = readEmail(form);
    const password = form['password'] ?? '';
    const typed = { email };
    const problems = problemsOf({ email: problem, password: password === '' ? 'missing' : undefined });
    if (!isSound(problems)) return answerSignIn(context, { typed, problems }, { onward, status: 422 });
    const outcome = await checkSignIn(app, { email, password, language: requestedLanguage(context), request });
    switch (outcome.kind) {
      case 'right':
        return await enterWith(context, outcome, onward, () =>
          answerSignIn(context, { typed, problems: {} }, { onward, isWrong: true, status: 401 }),
        );
      case 'unverified':
        await mailVerification(app, {
          user: outcome.user,
          language: requestedLanguage(context),
          returnSealed: sealOnward(context, onward),
        });
        return answerSignInPage(
          context,
          { kind: 'check_mail', purpose: 'verify', outbox: outboxOf(context), maySignIn: false },
          { status: 403, onward },
        );
      case 'wrong':
        return answerSignIn(context, { typed, problems: {} }, { onward, isWrong: true, status: 401 });
      case 'locked':
        return answerClosed(context, 'locked', {
          onward,
          headers: { 'retry-after': String(secondsUntil(context, outcome.until)) },
        });
      case 'too_often':
        return answerClosed(context, 'too_often', { onward });
      default:
        return outcome satisfies never;
    }
  },
};

/**
 * `POST /sign-out`: ends this browser's session. Another site cannot: the cookie does not come along, and the token is
 * missing.
 */
const signOutPage: PageDeclaration = {
  method: 'POST',
  path: '/sign-out',
  async handle(context) {
    const signedIn = await findSignedIn(context.app, context.cookies);
    if (signedIn !== undefined && !equalSecrets(context.form['csrf'] ?? '', signedIn.formToken))
      return answerClosed(context, 'form_stale');
    return seeOther(context, '/sign-in', { cookies: [await closeSession(context.app, context.request)] });
  },
};

/** Every page of signing in and out. */
export const signInPages: readonly PageDeclaration[] = [signInPage, submitSignInPage, signOutPage];

/**
 * Signs in somebody whose password was right, or asks for the code of their second factor first. `otherwise`: the
 * password has become another one since.
 */
export async function enterWith(
  context: PageContext,
  shown: HalfSignedIn & { readonly hasShownFactor?: boolean },
  onward: OnwardView | undefined,
  otherwise: () => PageAnswer,
): Promise<PageAnswer> {
  const { app, request } = context;
  if (shown.user.secondFactorAt !== undefined && shown.hasShownFactor !== true) {
    const ticket = await issueTicket(context, shown);
    if (ticket === undefined) return otherwise();
    return answerForm(context, { kind: 'second_factor', ticket, isWrong: false, typed: {}, problems: {} }, { onward });
  }
  const cookie = await openSession(app, shown, request);
  return cookie === undefined ? otherwise() : goOn(context, onward, [cookie, ...(await rememberDevice(app, shown))]);
}

/**
 * On to where the user wanted to go. Elsewhere than the account by a page and not by a redirect: the provider of OAuth
 * may send the browser on to another origin, which the page's policy forbids a form to lead to, redirects included.
 */
export function goOn(
  context: PageContext,
  onward: OnwardView | undefined,
  cookies: readonly string[] = [],
): PageAnswer {
  if (onward === undefined) return seeOther(context, homePath, { cookies });
  const { path } = onward;
  if (context.form['csrf'] === undefined || /^\/account(?:[/?]|$)/.test(path))
    return { status: 303, location: path, cookies };
  // A program that waits on another device would not hear the answer: the person reads that first, and goes on if it is
  // this one.
  const headers = isOutOfReach(onward) ? {} : { refresh: `0;url=${path}` };
  return answerSignInPage(
    context,
    { kind: 'go_on', path },
    { onward, headers, cookies: [...cookies, ...(onward.application === undefined ? [] : forgetOnward(context))] },
  );
}

interface SignInState {
  readonly onward: OnwardView | undefined;
  readonly isWrong?: boolean;
  readonly hasEnded?: boolean;
  readonly status?: number;
}

function answerSignIn(
  context: PageContext,
  { typed, problems }: ReadForm,
  { onward, isWrong = false, hasEnded = false, status = 200 }: SignInState,
): PageAnswer {
  const view = {
    kind: 'sign_in',
    typed,
    problems,
    isWrong,
    hasEnded,
    mayJoin: context.app.config.signUp === 'open',
  } as const;
  return answerForm(context, view, { status, onward, cookies: rememberOnward(context, onward) });
}

function secondsUntil({ app }: PageContext, until: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - app.clock.now().getTime()) / 1_000));
}
