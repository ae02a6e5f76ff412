import { messagesOf, PAGE_LANGUAGES } from '../../web/checkout/messages.ts';
import type { ConsolePage } from '../../web/console/frame.ts';
import type { Notice } from '../../web/console/view.ts';
import { outboxOf } from '../accounts/pages/answer-page.ts';
import { membersPage, removeMemberPage } from '../../web/console/members-page.ts';
import {
  InvitationList,
  InvitationResource,
  InvitationWithdrawn,
  MemberList,
  MemberRemoved,
  MemberResource,
} from '../identity/contract.ts';
import { refuse } from '../platform/errors.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../platform/http/route.ts';
import { USER_ROLES } from '../platform/security/roles.ts';
import { orAgain, type StaffAct, staffForm, staffPage } from './form-page.ts';
import { noticeOf, requireOwner, type StaffDoors, type StaffVisit } from './staff.ts';
import { requestedLanguage } from '../../web/kit/requested-language.ts';

const LIST = '/console/members';
const INVITE = '/invitations';

/** Who belongs to the organization, with what they may do; only owners change it. */
export function createMemberPages(doors: StaffDoors): readonly PageDeclaration[] {
  const form = (path: string, act: StaffAct) =>
    staffForm(doors, `${LIST}${path}`, LIST, async (visit, context) => {
      requireOwner(visit);
      return await orAgain(
        visit,
        () => act(visit, context),
        (notice) => listPage(visit, context, { typed: path === INVITE ? context.form : {}, notice }),
        [422, 409],
      );
    });
  return [
    staffPage(doors, LIST, LIST, async (visit, context) =>
      visit.page(await listPage(visit, context, { typed: {}, notice: noticeWithOutbox(context) })),
    ),
    form(INVITE, async (visit, { form: typed }) => {
      const body = {
        email: (typed['email'] ?? '').trim(),
        role: typed['role'] ?? '',
        ...(typed['locale'] === undefined ? {} : { locale: typed['locale'] }),
      };
      await visit.run('create_invitation', InvitationResource, { body });
      return visit.goTo(LIST, 'invited');
    }),
    form('/invitations/:invitation_id/withdraw', async (visit, { params }) => {
      await visit.run('delete_invitation', InvitationWithdrawn, { params: { id: params['invitation_id'] ?? '' } });
      return visit.goTo(LIST, 'removed');
    }),
    form('/:user_id/role', async (visit, { params, form: typed }) => {
      const body = { role: typed['role'] ?? '' };
      await visit.run('update_member', MemberResource, { params: { id: params['user_id'] ?? '' }, body });
      return visit.goTo(LIST, 'saved');
    }),
    staffPage(doors, `${LIST}/:user_id/remove`, LIST, answerRemove),
    form('/:user_id/remove', async (visit, { params }) => {
      await visit.run('delete_member', MemberRemoved, { params: { id: params['user_id'] ?? '' } });
      return visit.goTo(LIST, 'removed');
    }),
  ];
}

async function listPage(
  visit: StaffVisit,
  context: PageContext,
  { typed, notice }: { readonly typed: Readonly<Record<string, string>>; readonly notice: Notice | undefined },
): Promise<ConsolePage> {
  const [{ members }, { invitations }] = await Promise.all([
    visit.run('list_members', MemberList),
    visit.run('list_invitations', InvitationList),
  ]);
  const view = {
    members,
    invitations,
    roles: USER_ROLES,
    languages: PAGE_LANGUAGES.map((code) => ({ code, name: messagesOf(code).languageName })),
    me: visit.user.userId,
    typed: { role: 'support', locale: requestedLanguage(context), ...typed },
  };
  return membersPage(visit.facts, view, notice);
}

/** A sandbox that sends no mail says where it lies. */
function noticeWithOutbox(context: PageContext): Notice | undefined {
  const notice = noticeOf(context);
  const folder = context.query['done'] === 'invited' ? outboxOf(context) : undefined;
  return notice === undefined || folder === undefined
    ? notice
    : { ...notice, text: `${notice.text} This sandbox sends no mail: it lies in ${folder} on the server.` };
}

async function answerRemove(visit: StaffVisit, { params }: PageContext): Promise<PageAnswer> {
  requireOwner(visit);
  const { members } = await visit.run('list_members', MemberList);
  const member = members.find(({ user_id: id }) => id === params['user_id']);
  if (member === undefined) throw refuse('resource_not_found', { message: 'No member has this id.' });
  return visit.page(removeMemberPage(visit.facts, member));
}
