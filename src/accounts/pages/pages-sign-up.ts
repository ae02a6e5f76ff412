import type { Problems } from '../../../web/accounts/view.ts';
import { isClaimOpen } from '../../identity/claim-organization.ts';
import type { PageDeclaration } from '../../platform/http/route.ts';
import { answerClosed, answerSignInPage, answerForm, outboxOf } from './answer-page.ts';
import { isOwnForm } from './form-token.ts';
import { findOnward, sealOnward } from '../onward.ts';
import { isSound, problemsOf, readEmail, readName, readNewPassword } from './read-form.ts';
import { requestReset } from '../passwords/reset-password.ts';
import { signUp } from '../sign-up.ts';
import { requestedLanguage } from '../../../web/kit/requested-language.ts';

/** `GET /sign-up`. */
const signUpPage: PageDeclaration = {
  method: 'GET',
  path: '/sign-up',
  async handle(context) {
    const onward = await findOnward(context);
    if (context.app.config.signUp !== 'open') return answerClosed(context, 'by_invitation', { onward });
    const mayClaim = await isClaimOpen(context.app);
    return answerForm(context, { kind: 'sign_up', mayClaim, typed: {}, problems: {} }, { onward });
  },
};

/** `POST /sign-up`: the same page whether or not somebody has the address; the mail distinguishes them. */
const submitSignUpPage: PageDeclaration = {
  method: 'POST',
  path: '/sign-up',
  async handle(context) {
    const { app, form, request } = context;
    const onward = await findOnward(context);
    if (app.config.signUp !== 'open') return answerClosed(context, 'by_invitation', { onward });
    if (!isOwnForm(context)) return answerClosed(context, 'form_stale', { onward });
    const { email, problem: emailProblem } = readEmail(form);
    const { name, problem: nameProblem } = readName(form);
    const { password, problem: passwordProblem } = readNewPassword(form, [email, name]);
    const { name: organizationName, problem: organizationProblem } = readName(form, 'organization_name');
    const found = problemsOf({
      ...{ email: emailProblem, name: nameProblem, organization_name: organizationProblem },
      new_password: passwordProblem,
    });
    const answerAgain = async (problems: Problems) =>
      answerForm(
        context,
        {
          kind: 'sign_up',
          mayClaim: await isClaimOpen(app),
          typed: { email, name, organization_name: organizationName },
          problems,
        },
        { status: 422, onward },
      );
    if (!isSound(found)) return await answerAgain(found);
    const outcome = await signUp(app, {
      email,
      name,
      organizationName,
      firstKey: (form['first_key'] ?? '').trim(),
      password,
      language: requestedLanguage(context),
      returnSealed: sealOnward(context, onward),
      request,
    });
    if (outcome === 'too_often') return answerClosed(context, 'too_often', { onward });
    if (outcome === 'not_claimable') return await answerAgain({ first_key: 'first_key_wrong' });
    return answerSignInPage(
      context,
      {
        kind: 'check_mail',
        purpose: 'sign_up',
        outbox: outboxOf(context),
        maySignIn: app.config.environment === 'sandbox',
      },
      { onward },
    );
  },
};

/** `GET /forgot-password`. */
const forgotPage: PageDeclaration = {
  method: 'GET',
  path: '/forgot-password',
  handle: async (context) =>
    answerForm(context, { kind: 'forgot', typed: {}, problems: {} }, { onward: await findOnward(context) }),
};

/** `POST /forgot-password`: the same page in the same time whether or not somebody has the address. */
const submitForgotPage: PageDeclaration = {
  method: 'POST',
  path: '/forgot-password',
  async handle(context) {
    const { app, form, request } = context;
    const onward = await findOnward(context);
    if (!isOwnForm(context)) return answerClosed(context, 'form_stale', { onward });
    const { email, problem } = readEmail(form);
    if (problem !== undefined)
      return answerForm(
        context,
        { kind: 'forgot', typed: { email }, problems: { email: problem } },
        { status: 422, onward },
      );
    const outcome = await requestReset(app, {
      email,
      language: requestedLanguage(context),
      request,
      returnSealed: sealOnward(context, onward),
    });
    if (outcome === 'too_often') return answerClosed(context, 'too_often', { onward });
    return answerSignInPage(
      context,
      { kind: 'check_mail', purpose: 'reset', outbox: outboxOf(context), maySignIn: false },
      { onward },
    );
  },
};

/** Every page that sends a mail to who may be a stranger. */
export const signUpPages: readonly PageDeclaration[] = [signUpPage, submitSignUpPage, forgotPage, submitForgotPage];
