import type { OrganizationProblem } from '../../../web/accounts/view.ts';
import { removeMember } from '../../identity/members/change-members.ts';
import { foundOrganization, listOrganizationsOf } from '../../identity/members/organizations-of.ts';
import type { User } from '../../identity/model/user.ts';
import { findLiveUser } from '../../identity/read-user.ts';
import { getOrganization } from '../../identity/read-organization.ts';
import { notingWrite } from '../../platform/db/reads/noting-write.ts';
import { Refusal } from '../../platform/errors.ts';
import { asId } from '../../platform/ids.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../../platform/http/route.ts';
import { readReturnTo } from '../model/return-to.ts';
import { chooseOrganization } from '../sessions/choose-organization.ts';
import { closeSession } from '../sessions/open-session.ts';
import { answerClosed, answerMember, answerSignInPage, seeOther } from './answer-page.ts';
import { isSound, problemsOf, readName } from './read-form.ts';
import { viewOverview } from './view-account.ts';
import { type MemberVisit, SWITCH_PATH, LEAVE_PATH, withMember, withMemberForm } from './with-member.ts';

const OVERVIEW = '/account';
/** Pages that are the same for every organization; any other names something of the one that is left. */
const ANY_ORGANIZATION = ['/account', '/account/security', '/account/applications', '/console'];

/**
 * `POST /account/switch`: this session looks at another organization of the person. Forms that other tabs still show
 * for the one before are refused from then on.
 */
const switchPage: PageDeclaration = {
  method: 'POST',
  path: SWITCH_PATH,
  handle: (context) =>
    withMemberForm(context, SWITCH_PATH, async (visit) => {
      const { app, form } = context;
      const organizationId = asId('organization', form['organization_id'] ?? '');
      const chosen = await findLiveUser(app, organizationId, visit.user.userId);
      if (chosen === undefined) return answerClosed(context, 'not_member');
      if (!(await lookAt(context, visit, chosen))) return answerClosed(context, 'form_stale');
      const path = readReturnTo(form['return_to']);
      return seeOther(context, path !== undefined && ANY_ORGANIZATION.includes(path) ? path : OVERVIEW);
    }),
};

/** `POST /account/organizations`: another organization, which the person owns; they look at it from then on. */
const foundPage: PageDeclaration = {
  method: 'POST',
  path: '/account/organizations',
  handle: (context) =>
    withMemberForm(context, OVERVIEW, async (visit) => {
      const { app, form, request } = context;
      if (app.config.signUp !== 'open') return answerClosed(context, 'by_invitation');
      const { name, problem } = readName(form, 'organization_name');
      const problems = problemsOf({ organization_name: problem });
      const typed = { organization_name: name };
      if (!isSound(problems)) return await answerAgain(context, visit, { typed, problems, status: 422 });
      try {
        const organizationId = await foundOrganization(app, visit.user, { name, request });
        const chosen = { organizationId, userId: visit.user.userId };
        await lookAt(context, visit, chosen);
        return seeOther(context, OVERVIEW);
      } catch (error) {
        if (!(error instanceof Refusal) || error.condition !== 'state_conflict') throw error;
        const problem = visit.user.emailVerifiedAt === undefined ? 'unverified' : 'too_many';
        return await answerAgain(context, visit, { typed, problems: {}, problem, status: 409 });
      }
    }),
};

/** `GET /account/leave`: asks once more. */
const askLeavePage: PageDeclaration = {
  method: 'GET',
  path: LEAVE_PATH,
  handle: (context) => withMember(context, LEAVE_PATH, (visit) => answerLeave(context, visit)),
};

/** `POST /account/leave`: everybody may, but the last owner. The session goes on with another organization. */
const leavePage: PageDeclaration = {
  method: 'POST',
  path: LEAVE_PATH,
  handle: (context) =>
    withMemberForm(context, LEAVE_PATH, async (visit) => {
      const { app, request } = context;
      const { user, acting } = visit;
      try {
        await removeMember(app, acting, user.userId);
      } catch (error) {
        if (error instanceof Refusal && error.condition === 'state_conflict')
          return answerClosed(context, 'last_owner');
        throw error;
      }
      const [next] = await listOrganizationsOf(app, user.userId);
      if (next === undefined)
        return answerSignInPage(
          context,
          { kind: 'done', what: 'left' },
          { cookies: [await closeSession(app, request)] },
        );
      const chosen = { organizationId: next.organizationId, userId: user.userId };
      await lookAt(context, visit, chosen);
      return seeOther(context, OVERVIEW);
    }),
};

/** The pages about which organizations somebody belongs to. */
export const organizationPages: readonly PageDeclaration[] = [switchPage, foundPage, askLeavePage, leavePage];

/** From now on the session is of that organization, whose record of it is on its next page. */
async function lookAt(
  { app, request }: PageContext,
  { session }: MemberVisit,
  chosen: Pick<User, 'organizationId' | 'userId'>,
): Promise<boolean> {
  return await notingWrite(app, chosen.organizationId, () =>
    app.db.transaction((tx) => chooseOrganization(tx, app.clock, { session, chosen, request })),
  );
}

async function answerLeave(context: PageContext, { user, member }: MemberVisit): Promise<PageAnswer> {
  const { name } = await getOrganization(context.app, user.organizationId);
  return answerMember(context, member, {
    kind: 'leave',
    organizationName: name,
    isLast: member.organizations.length === 1,
  });
}

async function answerAgain(
  context: PageContext,
  visit: MemberVisit,
  {
    status,
    ...state
  }: Parameters<typeof viewOverview>[2] & {
    readonly problem?: OrganizationProblem;
    readonly status: number;
  },
): Promise<PageAnswer> {
  return answerMember(context, visit.member, await viewOverview(context.app, visit, state), { status });
}
