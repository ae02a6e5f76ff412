import type { Problems, SecurityProblem } from '../../../web/accounts/view.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../../platform/http/route.ts';
import { changePassword, signOutEverywhere } from '../passwords/change-password.ts';
import { endOtherSessions, endSession } from '../sessions/list-sessions.ts';
import { closeSession } from '../sessions/open-session.ts';
import { answerClosed, answerMember, answerSignInPage, seeOther } from './answer-page.ts';
import { isSound, problemsOf, readNewPassword } from './read-form.ts';
import { viewSecurity } from './view-account.ts';
import { type MemberVisit, SECURITY_PATH, withMember, withMemberForm } from './with-member.ts';
import { requestedLanguage } from '../../../web/kit/requested-language.ts';

export const SECURITY = SECURITY_PATH;

/** `GET /account/security`: the password, the browsers, what happened lately. */
const securityPage: PageDeclaration = {
  method: 'GET',
  path: SECURITY,
  handle: (context) => withMember(context, SECURITY, (visit) => answerSecurity(context, visit, {})),
};

/** `POST /account/password`: ends every session, this one too. */
const changePasswordPage: PageDeclaration = {
  method: 'POST',
  path: '/account/password',
  handle: (context) =>
    withMemberForm(context, SECURITY, async (visit) => {
      const { app, form, request } = context;
      const { user } = visit;
      const current = form['current_password'] ?? '';
      const { password, problem } = readNewPassword(form, [user.email, user.name]);
      const problems = problemsOf({ current_password: current === '' ? 'missing' : undefined, new_password: problem });
      if (!isSound(problems)) return await answerSecurity(context, visit, { problems, status: 422 });
      const outcome = await changePassword(app, {
        user,
        current,
        password,
        language: requestedLanguage(context),
        request,
      });
      switch (outcome) {
        case 'changed':
          return answerSignInPage(
            context,
            { kind: 'done', what: 'password_changed' },
            { cookies: [await closeSession(app, request)] },
          );
        case 'wrong':
          return await answerSecurity(context, visit, { problem: 'password_wrong', status: 422 });
        case 'locked':
          return answerClosed(context, 'locked');
        default:
          return outcome satisfies never;
      }
    }),
};

/** `POST /account/sign-out-everywhere`. */
const everywherePage: PageDeclaration = {
  method: 'POST',
  path: '/account/sign-out-everywhere',
  handle: (context) =>
    withMemberForm(context, SECURITY, async ({ user }) => {
      await signOutEverywhere(context.app, user, context.request);
      return answerSignInPage(
        context,
        { kind: 'done', what: 'signed_out_everywhere' },
        { cookies: [await closeSession(context.app, context.request)] },
      );
    }),
};

/** `POST /account/sessions/end`: one other session of the person. */
const endPage: PageDeclaration = {
  method: 'POST',
  path: '/account/sessions/end',
  handle: (context) =>
    withMemberForm(context, SECURITY, async ({ session }) => {
      await endSession(context.app, session, { id: context.form['session'] ?? '', request: context.request });
      return seeOther(context, SECURITY);
    }),
};

/** `POST /account/sessions/end-others`: every session of the person but this one. */
const endOthersPage: PageDeclaration = {
  method: 'POST',
  path: '/account/sessions/end-others',
  handle: (context) =>
    withMemberForm(context, SECURITY, async ({ session }) => {
      await endOtherSessions(context.app, session, context.request);
      return seeOther(context, SECURITY);
    }),
};

/** The pages about the password and the sessions. */
export const securityPages: readonly PageDeclaration[] = [
  securityPage,
  changePasswordPage,
  everywherePage,
  endPage,
  endOthersPage,
];

/** The security page, with what is wrong above it. */
export async function answerSecurity(
  context: PageContext,
  visit: MemberVisit,
  state: { readonly problems?: Problems; readonly problem?: SecurityProblem; readonly status?: number },
): Promise<PageAnswer> {
  const { problems = {}, problem, status = 200 } = state;
  return answerMember(
    context,
    visit.member,
    { ...(await viewSecurity(context.app, visit)), problems, problem },
    { status },
  );
}
