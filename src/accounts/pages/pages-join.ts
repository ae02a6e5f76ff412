import type { OnwardView } from '../../../web/accounts/view.ts';
import { acceptInvitation, findInvitation, type Invitation, joinAsMember } from '../../identity/members/invitations.ts';
import { foldEmail, type User } from '../../identity/model/user.ts';
import { findUserWithEmail, markEmailVerified } from '../../identity/read-user.ts';
import { recordAudit } from '../../identity/record-audit.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../../platform/http/route.ts';
import { equalSecrets } from '../../platform/security/crypto.ts';
import { rememberDevice } from '../attempts/known-device.ts';
import { findOnwardOfInvited } from '../onward.ts';
import { hashPassword } from '../passwords/hash-password.ts';
import { upsertPassword } from '../passwords/password-store.ts';
import { chooseOrganization } from '../sessions/choose-organization.ts';
import { openSession } from '../sessions/open-session.ts';
import { deleteSessionsIn } from '../sessions/session-store.ts';
import { findSignedIn, memberOf, type SignedIn } from '../signed-in.ts';
import { answerClosed, answerForm, answerMember, answerSignInPage, seeOther } from './answer-page.ts';
import { isOwnForm } from './form-token.ts';
import { goOn } from './pages-sign-in.ts';
import { isSound, problemsOf, readName, readNewPassword, type ReadForm } from './read-form.ts';

/** `GET /join/{token}`: who invites, and whom. */
const joinPage: PageDeclaration = {
  method: 'GET',
  path: '/join/:token',
  async handle(context) {
    const onward = await findOnwardOfInvited(context);
    const invitation = await findInvitation(context.app, context.params['token'] ?? '');
    if (invitation === undefined) return answerClosed(context, 'invitation_gone', { onward });
    const signedIn = await findSignedIn(context.app, context.cookies);
    const isOwn = signedIn !== undefined && isOf(signedIn.user, invitation);
    if (signedIn !== undefined && (isOwn || (await isHeld(context, invitation))))
      return await answerMemberJoin(context, signedIn, { invitation });
    if (await isHeld(context, invitation)) return answerSignInFirst(context, invitation);
    return answerJoin(context, invitation, { typed: {}, problems: {} }, onward);
  },
};

/** `POST /join/{token}`: the user and their password become true together; signs in. */
const submitJoinPage: PageDeclaration = {
  method: 'POST',
  path: '/join/:token',
  async handle(context) {
    const { app, form, request } = context;
    const onward = await findOnwardOfInvited(context);
    if (form['as_member'] === '1') return await joinAsWhoOneIs(context);
    if (!isOwnForm(context)) return answerClosed(context, 'form_stale', { onward });
    const token = context.params['token'] ?? '';
    const invitation = await findInvitation(app, token);
    if (invitation === undefined) return answerClosed(context, 'invitation_gone', { onward });
    const { name, problem: nameProblem } = readName(form);
    const { password, problem: passwordProblem } = readNewPassword(form, [invitation.email, name]);
    const problems = problemsOf({ name: nameProblem, new_password: passwordProblem });
    if (!isSound(problems)) return answerJoin(context, invitation, { typed: { name }, problems }, onward);
    const passwordHash = await hashPassword(app.db, password, { lane: 'known', share: token });
    const outcome = await acceptInvitation(app, token, {
      name,
      request,
      async alongside(tx, { organizationId, userId }) {
        await upsertPassword(tx, { organizationId, userId }, passwordHash, app.clock.now());
        await recordAudit(tx, app.clock, {
          organizationId,
          actor: { kind: 'user', id: userId },
          action: 'user.signed_up',
          target: userId,
          request,
        });
      },
    });
    switch (outcome.kind) {
      case 'joined': {
        const cookie = await openSession(app, { user: outcome.user, passwordHash }, request);
        if (cookie === undefined) return seeOther(context, '/sign-in');
        return goOn(context, onward, [cookie, ...(await rememberDevice(app, { user: outcome.user, passwordHash }))]);
      }
      case 'gone':
        return answerClosed(context, 'invitation_gone', { onward });
      case 'email_taken':
        return answerSignInFirst(context, invitation);
      default:
        return outcome satisfies never;
    }
  },
};

function answerJoin(
  context: PageContext,
  { email, organizationName, role }: Invitation,
  { typed, problems }: ReadForm,
  onward: OnwardView | undefined,
): PageAnswer {
  return answerForm(
    context,
    { kind: 'join', path: `/join/${context.params['token'] ?? ''}`, email, organizationName, role, typed, problems },
    { status: isSound(problems) ? 200 : 422, onward },
  );
}

/** The pages behind the link of an invitation. */
export const joinPages: readonly PageDeclaration[] = [joinPage, submitJoinPage];

/** Whether an invitation went to the address of the one who is signed in. */
function isOf({ email }: User, invitation: Invitation): boolean {
  return email !== undefined && foldEmail(email) === foldEmail(invitation.email);
}

/**
 * Whether somebody who has shown to read the address's mail signs in with it. Who only claimed it counts for nobody.
 */
async function isHeld({ app }: PageContext, { email }: Invitation): Promise<boolean> {
  return (await findUserWithEmail(app, email))?.emailVerifiedAt !== undefined;
}

/** The invitation of somebody who has an account, and is not signed in. */
function answerSignInFirst(context: PageContext, { email, organizationName, role }: Invitation): PageAnswer {
  const onward = { path: `/join/${context.params['token'] ?? ''}`, application: undefined, isElsewhere: false };
  return answerSignInPage(context, { kind: 'join_sign_in', email, organizationName, role }, { onward });
}

async function answerMemberJoin(
  context: PageContext,
  signedIn: SignedIn,
  { invitation, problem }: { readonly invitation: Invitation; readonly problem?: 'member_already' | 'full' },
): Promise<PageAnswer> {
  const { email, organizationName, role } = invitation;
  const otherEmail = isOf(signedIn.user, invitation) ? undefined : email;
  return answerMember(
    context,
    await memberOf(context.app, signedIn),
    {
      kind: 'join_as_member',
      path: `/join/${context.params['token'] ?? ''}`,
      ...{ organizationName, role, otherEmail, problem },
    },
    { status: problem === undefined ? 200 : 409 },
  );
}

/**
 * Joins as the person who is signed in, whose address the link was mailed to; this session looks at the organization
 * from then on. What they held in it before they once left ends.
 */
async function joinAsWhoOneIs(context: PageContext): Promise<PageAnswer> {
  const { app, form, params, request } = context;
  const token = params['token'] ?? '';
  const invitation = await findInvitation(app, token);
  if (invitation === undefined) return answerClosed(context, 'invitation_gone');
  const signedIn = await findSignedIn(app, context.cookies);
  if (signedIn === undefined) return answerSignInFirst(context, invitation);
  if (!equalSecrets(form['csrf'] ?? '', signedIn.formToken)) return answerClosed(context, 'form_stale');
  if (!isOf(signedIn.user, invitation)) return await answerMemberJoin(context, signedIn, { invitation });
  const outcome = await joinAsMember(app, token, {
    person: signedIn.user,
    request,
    async alongside(tx, user) {
      await markEmailVerified(tx, user, app.clock.now());
      await deleteSessionsIn(tx, user);
      await app.programAccess.endThoseIn(tx, user, { clock: app.clock, request });
      await chooseOrganization(tx, app.clock, { session: signedIn.session, chosen: user, request });
    },
  });
  if (outcome.kind === 'joined') return seeOther(context, '/account');
  if (outcome.kind === 'gone') return answerClosed(context, 'invitation_gone');
  return await answerMemberJoin(context, signedIn, { invitation, problem: outcome.kind });
}
