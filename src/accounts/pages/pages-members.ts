import type { MembersProblem } from '../../../web/accounts/view.ts';
import { changeRole, listMembers, removeMember } from '../../identity/members/change-members.ts';
import { inviteMember, withdrawInvitation } from '../../identity/members/invite-member.ts';
import { foldEmail, type User } from '../../identity/model/user.ts';
import { USER_ROLES, type UserRole } from '../../platform/security/roles.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../../platform/http/route.ts';
import { asId } from '../../platform/ids.ts';
import { answerClosed, answerMember, languageOf, outboxOf, seeOther } from './answer-page.ts';
import { readEmail, type ReadForm } from './read-form.ts';
import { nameOf, viewMembers } from './view-account.ts';
import { type MemberVisit, withMember, withMemberForm } from './with-member.ts';

const MEMBERS = '/account/members';

/** `GET /account/members`. */
const membersPage: PageDeclaration = {
  method: 'GET',
  path: MEMBERS,
  handle: (context) => withMember(context, MEMBERS, (visit) => answerMembers(context, visit, {})),
};

/** `POST /account/invitations`: owners only. */
const invitePage: PageDeclaration = {
  method: 'POST',
  path: '/account/invitations',
  handle: (context) =>
    withMemberForm(context, MEMBERS, async (visit) => {
      const { app, form } = context;
      if (!visit.member.isOwner) return answerClosed(context, 'not_allowed');
      const { email, problem } = readEmail(form);
      const role = roleOf(form);
      const typed = { email, role };
      if (problem !== undefined)
        return await answerMembers(context, visit, { typed, problems: { email: problem }, status: 422 });
      if (app.mailer === undefined)
        return await answerMembers(context, visit, { typed, problem: 'no_mail', status: 409 });
      const isMember = (await listMembers(app, visit.acting.caller)).some(
        (person) => person.email !== undefined && foldEmail(person.email) === foldEmail(email),
      );
      if (isMember) return await answerMembers(context, visit, { typed, problem: 'taken', status: 409 });
      return await orConflict(context, visit, 'too_many', async () => {
        await inviteMember(app, visit.acting, { email, role, language: languageOf(context), idempotency: undefined });
        return await answerMembers(context, visit, { invited: email });
      });
    }),
};

/** `POST /account/invitations/{id}/withdraw`. */
const withdrawPage: PageDeclaration = {
  method: 'POST',
  path: '/account/invitations/:invitation_id/withdraw',
  handle: (context) =>
    withMemberForm(context, MEMBERS, async (visit) => {
      await withdrawInvitation(context.app, visit.acting, context.params['invitation_id'] ?? '');
      return seeOther(context, MEMBERS);
    }),
};

/** `POST /account/members/{id}/role`. */
const changeRolePage: PageDeclaration = {
  method: 'POST',
  path: '/account/members/:user_id/role',
  handle: (context) =>
    withMemberForm(context, MEMBERS, (visit) =>
      orConflict(context, visit, 'last_owner', async () => {
        await changeRole(
          context.app,
          visit.acting,
          asId('user', context.params['user_id'] ?? ''),
          roleOf(context.form),
        );
        return seeOther(context, MEMBERS);
      }),
    ),
};

/** `GET /account/members/{id}/remove`: asks once more. */
const askRemovePage: PageDeclaration = {
  method: 'GET',
  path: '/account/members/:user_id/remove',
  handle: (context) =>
    withMember(context, MEMBERS, async (visit) => {
      if (!visit.member.isOwner) return answerClosed(context, 'not_allowed');
      const person = await getMember(context, visit);
      return answerMember(context, visit.member, { kind: 'remove_member', id: person.userId, who: nameOf(person) });
    }),
};

/** `POST /account/members/{id}/remove`: their sessions and tokens stop within a second. */
const removePage: PageDeclaration = {
  method: 'POST',
  path: '/account/members/:user_id/remove',
  handle: (context) =>
    withMemberForm(context, MEMBERS, (visit) =>
      orConflict(context, visit, 'last_owner', async () => {
        await removeMember(context.app, visit.acting, asId('user', context.params['user_id'] ?? ''));
        return seeOther(context, MEMBERS);
      }),
    ),
};

/** The pages about who is in the organization. */
export const memberPages: readonly PageDeclaration[] = [
  membersPage,
  invitePage,
  withdrawPage,
  changeRolePage,
  askRemovePage,
  removePage,
];

async function getMember({ app, params }: PageContext, { acting }: MemberVisit): Promise<User> {
  const person = (await listMembers(app, acting.caller)).find(({ userId }) => userId === params['user_id']);
  if (person === undefined) throw refuse('resource_not_found', { message: 'No member has this id.' });
  return person;
}

function roleOf(form: Readonly<Record<string, string>>): UserRole {
  return USER_ROLES.find((role) => role === form['role']) ?? 'read_only';
}

/** What the operation refuses because of how things stand is said above the list. */
async function orConflict(
  context: PageContext,
  visit: MemberVisit,
  problem: MembersProblem,
  act: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refusal && error.condition === 'state_conflict')
      return await answerMembers(context, visit, { problem, status: 409 });
    throw error;
  }
}

interface MembersState extends Partial<ReadForm> {
  readonly problem?: MembersProblem;
  readonly invited?: string;
  readonly status?: number;
}

async function answerMembers(
  context: PageContext,
  visit: MemberVisit,
  { typed = {}, problems = {}, problem, invited, status = 200 }: MembersState,
): Promise<PageAnswer> {
  const lists = await viewMembers(context.app, visit);
  return answerMember(
    context,
    visit.member,
    { kind: 'members', ...lists, typed, problems, problem, invited, outbox: outboxOf(context) },
    { status },
  );
}
