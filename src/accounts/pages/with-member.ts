import type { Member } from '../../../web/accounts/view.ts';
import type { App, Caller } from '../../context.ts';
import { ALL_SCOPES } from '../../identity/model/api-key.ts';
import type { User } from '../../identity/model/user.ts';
import { getOrganization, type Organization } from '../../identity/read-organization.ts';
import { rememberLanguage } from '../../identity/read-user.ts';
import type { Acting } from '../../identity/record-audit.ts';
import { notingWrite } from '../../platform/db/reads/noting-write.ts';
import { equalSecrets } from '../../platform/security/crypto.ts';
import { Refusal } from '../../platform/errors.ts';
import type { PageAnswer, PageContext } from '../../platform/http/route.ts';
import { SESSION_COOKIE } from '../../platform/http/input/request-headers.ts';
import { answerClosed, seeOther } from './answer-page.ts';
import type { WebSession } from '../sessions/session-store.ts';
import { findSignedIn, memberOf, type SignedIn } from '../signed-in.ts';
import { requestedLanguage } from '../../../web/kit/requested-language.ts';

/** Who is signed in, as pages show them and as operations know their callers. */
export interface MemberVisit {
  readonly user: User;
  readonly member: Member;
  readonly acting: Acting;
  readonly session: WebSession;
  /** The organization asks a second factor of every member. */
  readonly requiresFactor: boolean;
}

export const SECURITY_PATH = '/account/security';
export const SWITCH_PATH = '/account/switch';
export const LEAVE_PATH = '/account/leave';
/** What somebody may do in an organization that asks for a second factor they do not have yet. */
const WITHOUT_FACTOR: readonly string[] = [SECURITY_PATH, SWITCH_PATH, LEAVE_PATH];

/** Answers for somebody who is signed in; others are led to the entrance, and back to `path` afterwards. */
export async function withMember(
  context: PageContext,
  path: string,
  answer: (visit: MemberVisit) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const signedIn = await findSignedIn(context.app, context.cookies);
  if (signedIn === undefined) {
    const hasEnded = (context.cookies[SESSION_COOKIE] ?? '') !== '';
    return seeOther(context, '/sign-in', { query: { return_to: path, ...(hasEnded ? { ended: '1' } : {}) } });
  }
  try {
    const visit = await visitOf(context, signedIn);
    const lacksFactor = visit.requiresFactor && visit.user.secondFactorAt === undefined;
    if (lacksFactor && !WITHOUT_FACTOR.includes(path)) return answerClosed(context, 'factor_required');
    return await answer(visit);
  } catch (error) {
    if (error instanceof Refusal && ['owner_required', 'role_forbidden'].includes(error.condition))
      return answerClosed(context, 'not_allowed');
    // Somebody else was faster: what was to be changed is no longer there.
    if (error instanceof Refusal && error.condition === 'resource_not_found') return seeOther(context, path);
    throw error;
  }
}

/**
 * Handles a form: one that was not made for this session changes nothing, and what one has changed is on the page that
 * follows. `path`: where the form stood.
 */
export async function withMemberForm(
  context: PageContext,
  path: string,
  answer: (visit: MemberVisit) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  return await withMember(context, path, async (visit) =>
    equalSecrets(context.form['csrf'] ?? '', visit.member.csrf)
      ? await notingWrite(context.app, visit.acting.caller.organizationId, () => answer(visit))
      : answerClosed(context, 'form_stale'),
  );
}

async function visitOf(context: PageContext, signedIn: SignedIn): Promise<MemberVisit> {
  const { app } = context;
  const { user, session } = signedIn;
  await rememberLanguage(app, user, requestedLanguage(context));
  const organization = await getOrganization(app, user.organizationId);
  return {
    user,
    session,
    member: await memberOf(app, signedIn),
    acting: { caller: await callerOf(app, user, organization), request: context.request },
    requiresFactor: organization.requiresSecondFactor,
  };
}

async function callerOf(
  app: App,
  { organizationId, userId }: User,
  { isUnlimited, environment }: Organization,
): Promise<Caller> {
  return {
    organizationId,
    environment,
    principal: { kind: 'user', userId },
    credentialId: userId,
    scopes: ALL_SCOPES,
    isUnlimited,
    now: await app.organizationNow(organizationId),
    endUserId: undefined,
  };
}
