import type { Member } from '../../../web/accounts/view.ts';
import type { App, Caller } from '../../context.ts';
import { ALL_SCOPES } from '../../identity/model/api-key.ts';
import type { User } from '../../identity/model/user.ts';
import { getOrganization } from '../../identity/read-organization.ts';
import { rememberLanguage } from '../../identity/read-user.ts';
import type { Acting } from '../../identity/record-audit.ts';
import { equalSecrets } from '../../platform/security/crypto.ts';
import { Refusal } from '../../platform/errors.ts';
import type { PageAnswer, PageContext } from '../../platform/http/route.ts';
import { SESSION_COOKIE } from '../../platform/http/input/request-headers.ts';
import { answerClosed, languageOf, seeOther } from './answer-page.ts';
import { findSignedIn, memberOf, type SignedIn } from '../signed-in.ts';

/** Who is signed in, as pages show them and as operations know their callers. */
export interface MemberVisit {
  readonly user: User;
  readonly member: Member;
  readonly acting: Acting;
}

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
    return await answer(await visitOf(context, signedIn));
  } catch (error) {
    if (error instanceof Refusal && ['owner_required', 'role_forbidden'].includes(error.condition))
      return answerClosed(context, 'not_allowed');
    // Somebody else was faster: what was to be changed is no longer there.
    if (error instanceof Refusal && error.condition === 'resource_not_found') return seeOther(context, path);
    throw error;
  }
}

/** Handles a form: one that was not made for this session changes nothing. `path`: where the form stood. */
export async function withMemberForm(
  context: PageContext,
  path: string,
  answer: (visit: MemberVisit) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  return await withMember(context, path, async (visit) =>
    equalSecrets(context.form['csrf'] ?? '', visit.member.csrf)
      ? await answer(visit)
      : answerClosed(context, 'form_stale'),
  );
}

async function visitOf(context: PageContext, signedIn: SignedIn): Promise<MemberVisit> {
  const { user } = signedIn;
  await rememberLanguage(context.app, user, languageOf(context));
  return {
    user,
    member: memberOf(signedIn),
    acting: { caller: await callerOf(context.app, user), request: context.request },
  };
}

async function callerOf(app: App, { organizationId, userId }: User): Promise<Caller> {
  const { isUnlimited, environment } = await getOrganization(app, organizationId);
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
