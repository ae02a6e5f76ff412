import type { PageAnswer, PageContext, PageDeclaration } from '../../platform/http/route.ts';
import { requireSecondFactorOfAll } from '../../identity/members/require-second-factor.ts';
import { Refusal } from '../../platform/errors.ts';
import { findOnward } from '../onward.ts';
import { checkOwnPassword } from '../passwords/change-password.ts';
import {
  confirmSecondFactor,
  findPendingSetup,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '../second-factor/change-second-factor.ts';
import { checkSecondFactor } from '../second-factor/check-second-factor.ts';
import { readTicket } from '../second-factor/sign-in-ticket.ts';
import { answerClosed, answerForm, answerMember, seeOther } from './answer-page.ts';
import { isOwnForm } from './form-token.ts';
import { answerSecurity, SECURITY } from './pages-security.ts';
import { enterWith } from './pages-sign-in.ts';
import { type MemberVisit, withMemberForm } from './with-member.ts';
import { requestedLanguage } from '../../../web/kit/requested-language.ts';

/** `POST /sign-in/code`: the code after the password; the two together open a session. */
const codePage: PageDeclaration = {
  method: 'POST',
  path: '/sign-in/code',
  async handle(context) {
    const { app, form, request } = context;
    const onward = await findOnward(context);
    if (!isOwnForm(context)) return answerClosed(context, 'form_stale', { onward });
    const ticket = form['ticket'] ?? '';
    const shown = await readTicket(context, ticket);
    if (shown === undefined) return seeOther(context, '/sign-in', { query: { ended: '1' } });
    const code = form['code'] ?? '';
    const outcome = await checkSecondFactor(app, shown.user, { code, language: requestedLanguage(context), request });
    switch (outcome) {
      case 'right':
        return await enterWith(context, { ...shown, hasShownFactor: true }, onward, () =>
          seeOther(context, '/sign-in', { query: { ended: '1' } }),
        );
      case 'wrong':
        return answerForm(
          context,
          { kind: 'second_factor', ticket, isWrong: true, typed: {}, problems: {} },
          { onward, status: 401 },
        );
      case 'locked':
        return answerClosed(context, 'codes_locked', { onward });
      default:
        return outcome satisfies never;
    }
  },
};

/** `GET /sign-in/code`: where a browser that goes back lands. */
const codeAgainPage: PageDeclaration = {
  method: 'GET',
  path: '/sign-in/code',
  handle: async (context) => seeOther(context, '/sign-in'),
};

/** `POST /account/second-factor`: the password once more, then what a program scans. */
const startPage: PageDeclaration = {
  method: 'POST',
  path: '/account/second-factor',
  handle: (context) =>
    withMemberForm(context, SECURITY, async (visit) => {
      const { app, form, request } = context;
      const current = form['current_password'] ?? '';
      const outcome = await checkOwnPassword(app, {
        user: visit.user,
        current,
        language: requestedLanguage(context),
        request,
      });
      if (outcome === 'locked') return answerClosed(context, 'locked');
      if (outcome === 'wrong') return await answerSecurity(context, visit, { problem: 'password_wrong', status: 422 });
      const setup = await startSecondFactor(app, visit.user);
      if (setup === undefined) return await answerSecurity(context, visit, { problem: 'factor_exists', status: 409 });
      return answerMember(context, visit.member, { kind: 'factor_setup', ...setup, isWrong: false });
    }),
};

/** `POST /account/second-factor/confirm`: the first code; answers the recovery codes, this once. */
const confirmPage: PageDeclaration = {
  method: 'POST',
  path: '/account/second-factor/confirm',
  handle: (context) =>
    withMemberForm(context, SECURITY, async (visit) => {
      const { app, form, request } = context;
      const outcome = await confirmSecondFactor(
        app,
        { user: visit.user, language: requestedLanguage(context), request },
        { code: form['code'] ?? '', session: visit.session },
      );
      if (typeof outcome === 'object')
        return answerMember(context, visit.member, { kind: 'recovery_codes', codes: outcome });
      const setup = outcome === 'wrong' ? await findPendingSetup(app, visit.user) : undefined;
      return setup === undefined
        ? await answerSecurity(context, visit, { problem: 'setup_over', status: 409 })
        : answerMember(context, visit.member, { kind: 'factor_setup', ...setup, isWrong: true }, { status: 422 });
    }),
};

/** `POST /account/second-factor/codes`: fresh recovery codes, for a code. */
const codesPage: PageDeclaration = {
  method: 'POST',
  path: '/account/second-factor/codes',
  handle: (context) =>
    withCode(context, async ({ user, member }) => {
      const codes = await renewRecoveryCodes(context.app, { user, request: context.request });
      return answerMember(context, member, { kind: 'recovery_codes', codes });
    }),
};

/** `POST /account/second-factor/off`: for a code, and not while an organization of the person asks for it. */
const offPage: PageDeclaration = {
  method: 'POST',
  path: '/account/second-factor/off',
  handle: (context) =>
    withCode(context, async (visit) => {
      if (visit.requiresFactor) return await answerSecurity(context, visit, { problem: 'still_required', status: 409 });
      const { app, request } = context;
      await removeSecondFactor(app, { user: visit.user, language: requestedLanguage(context), request });
      return seeOther(context, SECURITY);
    }),
};

/** `POST /account/second-factor/required`: owners who have one themselves ask it of every member, or no longer. */
const requirePage: PageDeclaration = {
  method: 'POST',
  path: '/account/second-factor/required',
  handle: (context) =>
    withMemberForm(context, SECURITY, async (visit) => {
      try {
        await requireSecondFactorOfAll(context.app, visit.acting, context.form['required'] === '1');
        return seeOther(context, SECURITY);
      } catch (error) {
        if (error instanceof Refusal && error.condition === 'state_conflict')
          return await answerSecurity(context, visit, { problem: 'factor_missing', status: 409 });
        throw error;
      }
    }),
};

/** Every page about the second factor. */
export const secondFactorPages: readonly PageDeclaration[] = [
  codePage,
  codeAgainPage,
  startPage,
  confirmPage,
  codesPage,
  offPage,
  requirePage,
];

/** What the second factor itself guards: a form of the session with a right code. */
function withCode(context: PageContext, answer: (visit: MemberVisit) => Promise<PageAnswer>): Promise<PageAnswer> {
  return withMemberForm(context, SECURITY, async (visit) => {
    const { app, form, request } = context;
    if (visit.user.secondFactorAt === undefined) return seeOther(context, SECURITY);
    const typed = { code: form['code'] ?? '', language: requestedLanguage(context), request };
    const outcome = await checkSecondFactor(app, visit.user, typed);
    if (outcome === 'locked') return answerClosed(context, 'codes_locked');
    return outcome === 'right'
      ? await answer(visit)
      : await answerSecurity(context, visit, { problem: 'code_wrong', status: 422 });
  });
}
