import { equalSecrets } from '../platform/crypto.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../platform/http/route.ts';
import { answerClosed, answerDoor, answerForm, languageOf, outboxOf, seeOther } from './answer-page.ts';
import { isOwnForm } from './form-token.ts';
import { homePath, readReturnTo } from './model/return-to.ts';
import { closeSession, openSession } from './open-session.ts';
import { isSound, problemsOf, readEmail, type ReadForm } from './read-form.ts';
import { checkSignIn } from './sign-in.ts';
import { findSignedIn } from './signed-in.ts';
import { mailVerification } from './verify-email.ts';

/** `GET /sign-in?return_to=`: the way in; whoever is in already goes on. */
const signInPage: PageDeclaration = {
  method: 'GET', path: '/sign-in',
  async handle(context) {
    const returnTo = readReturnTo(context.query['return_to']);
    if ((await findSignedIn(context.app, context.cookies)) !== undefined) return goOn(context, returnTo);
    return answerSignIn(context, { typed: {}, problems: {} }, { returnTo, hasEnded: context.query['ended'] !== undefined });
  },
};

/** `POST /sign-in`: a right pair opens a session under a fresh id; every wrong one gets the same answer in the same time. */
const submitSignInPage: PageDeclaration = {
  method: 'POST', path: '/sign-in',
  async handle(context) {
    const { app, form, request } = context;
    if (!isOwnForm(context)) return answerClosed(context, 'form_stale');
    const returnTo = readReturnTo(form['return_to']);
    const { email, problem } = readEmail(form);
    const password = form['password'] ?? '';
    const typed = { email };
    const problems = problemsOf({ email: problem, password: password === '' ? 'missing' : undefined });
    if (!isSound(problems)) return answerSignIn(context, { typed, problems }, { returnTo, status: 422 });
    const outcome = await checkSignIn(app, { email, password, language: languageOf(context), request });
    switch (outcome.kind) {
      case 'right': {
        const cookie = await openSession(app, outcome, request);
        return cookie === undefined ? answerSignIn(context, { typed, problems: {} }, { returnTo, isWrong: true, status: 401 }) : goOn(context, returnTo, [cookie]);
      }
      case 'unverified':
        await mailVerification(app, { user: outcome.user, language: languageOf(context) });
        return answerDoor(context, { kind: 'check_mail', purpose: 'verify', outbox: outboxOf(context), maySignIn: false }, { status: 403 });
      case 'wrong': return answerSignIn(context, { typed, problems: {} }, { returnTo, isWrong: true, status: 401 });
      case 'locked': return answerClosed(context, 'locked', { headers: { 'retry-after': String(secondsUntil(context, outcome.until)) } });
      case 'too_often': return answerClosed(context, 'too_often');
      default: return outcome satisfies never;
    }
  },
};

/** `POST /sign-out`: ends this browser's session. Another site cannot: the cookie does not come along, and the token is missing. */
const signOutPage: PageDeclaration = {
  method: 'POST', path: '/sign-out',
  async handle(context) {
    const signedIn = await findSignedIn(context.app, context.cookies);
    if (signedIn !== undefined && !equalSecrets(context.form['csrf'] ?? '', signedIn.formToken)) return answerClosed(context, 'form_stale');
    return seeOther(context, '/sign-in', { cookies: [await closeSession(context.app, context.request)] });
  },
};

/** Every page of signing in and out. */
export const signInPages: readonly PageDeclaration[] = [signInPage, submitSignInPage, signOutPage];

/**
 * On to where the user wanted to go. Elsewhere than the account by a page and not by a redirect: the provider of OAuth may send the
 * browser on to another origin, which the page's policy forbids a form to lead to, redirects included.
 */
export function goOn(context: PageContext, returnTo: string | undefined, cookies: readonly string[] = []): PageAnswer {
  if (returnTo === undefined) return seeOther(context, homePath, { cookies });
  if (context.form['csrf'] === undefined || /^\/account(?:[/?]|$)/.test(returnTo)) return { status: 303, location: returnTo, cookies };
  return answerDoor(context, { kind: 'go_on', path: returnTo }, { cookies, headers: { refresh: `0;url=${returnTo}` } });
}

interface SignInState {
  readonly returnTo: string | undefined;
  readonly isWrong?: boolean;
  readonly hasEnded?: boolean;
  readonly status?: number;
}

function answerSignIn(context: PageContext, { typed, problems }: ReadForm, { returnTo, isWrong = false, hasEnded = false, status = 200 }: SignInState): PageAnswer {
  return answerForm(context, { kind: 'sign_in', typed, problems, returnTo, isWrong, hasEnded, mayJoin: context.app.config.signUp === 'open' }, { status });
}

function secondsUntil({ app }: PageContext, until: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - app.clock.now().getTime()) / 1_000));
}
