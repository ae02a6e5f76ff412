import type { App } from '../context.ts';
import { ClaimGone, findClaimedOrganization, holdClaim, recordClaim } from '../identity/claim-organization.ts';
import { createUser } from '../identity/create-user.ts';
import type { User } from '../identity/model/user.ts';
import { findUserWithEmail } from '../identity/read-user.ts';
import { recordAudit } from '../identity/record-audit.ts';
import type { OrganizationId } from '../platform/ids.ts';
import { widestNetworkOf } from '../platform/limits/ip-prefix.ts';
import { isTooOften, maySendMail } from './attempts/record-sign-in-attempt.ts';
import { hashPassword } from './passwords/hash-password.ts';
import { enqueueMail, type MailRequest } from './jobs.ts';
import type { SignInRequest } from './sessions/open-session.ts';
import { upsertPassword } from './passwords/password-store.ts';
import { withMinimumDuration } from './attempts/with-minimum-duration.ts';

/** Who wants an account. The address and the password have been judged. */
export interface SignUp {
  readonly email: string;
  readonly name: string;
  /** What the new organization is called. */
  readonly organizationName: string;
  /** The key that was handed out at the sandbox's first start; empty where no organization is claimed. */
  readonly firstKey: string;
  readonly password: string;
  readonly language: MailRequest['language'];
  readonly returnSealed: MailRequest['returnSealed'];
  readonly request: SignInRequest;
}

/**
 * Makes a user who owns a new organization and mails them a link. For an address that is somebody's already the answer
 * and the time it takes are the same, and the mail says so: nobody learns here who has an account.
 *
 * With the sandbox's first key they own its organization instead, which nobody may own yet; `not_claimable` for any
 * other key, and for the second of two. Throws `rate_exceeded` when too many passwords wait to be hashed, or too many
 * wrong keys came from the network.
 */
export function signUp(app: App, wanted: SignUp): Promise<'mailed' | 'too_often' | 'not_claimable'> {
  return withMinimumDuration(app.config.secretAnswerMs, async () => {
    const { firstKey, request } = wanted;
    if (await isTooOften(app, 'sign_up', { kind: 'network', remoteAddress: request.remoteAddress })) return 'too_often';
    const claimed = firstKey === '' ? undefined : await findClaimedOrganization(app, firstKey, request.remoteAddress);
    if (firstKey !== '' && claimed === undefined) return 'not_claimable';
    const passwordHash = await hashPassword(app.db, wanted.password, {
      lane: 'sign_up',
      share: widestNetworkOf(request.remoteAddress),
    });
    try {
      if ((await makeUser(app, wanted, { passwordHash, claimed })) === undefined) await notifyOwner(app, wanted);
      return 'mailed';
    } catch (error) {
      if (error instanceof ClaimGone) return 'not_claimable';
      throw error;
    }
  });
}

function makeUser(
  app: App,
  { email, name, organizationName, request, language, returnSealed }: SignUp,
  made: { readonly passwordHash: string; readonly claimed: OrganizationId | undefined },
): Promise<User | undefined> {
  const { passwordHash, claimed } = made;
  return createUser(app, {
    ...{ email, name, organizationName, isEmailVerified: false, request },
    ...(claimed === undefined
      ? {}
      : {
          membership: { organizationId: claimed, role: 'owner' },
          beforehand: (tx) => holdClaim(tx, claimed),
        }),
    async alongside(tx, user) {
      const { organizationId, userId } = user;
      if (claimed !== undefined) await recordClaim(tx, app, { user, name: organizationName, request });
      await upsertPassword(tx, user, passwordHash, app.clock.now());
      await recordAudit(tx, app.clock, {
        organizationId,
        actor: { kind: 'user', id: userId },
        action: 'user.signed_up',
        target: userId,
        request,
      });
      await enqueueMail(app, tx, { user, kind: 'verify', language, returnSealed });
    },
  });
}

async function notifyOwner(app: App, { email, language, returnSealed }: SignUp): Promise<void> {
  const user = await findUserWithEmail(app, email);
  if (user === undefined || !(await maySendMail(app, 'already_registered', user.userId))) return;
  await app.db.transaction((tx) => enqueueMail(app, tx, { user, kind: 'already_registered', language, returnSealed }));
}
