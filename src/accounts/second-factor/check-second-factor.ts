import type { App } from '../../context.ts';
import type { User } from '../../identity/model/user.ts';
import { recordAudit } from '../../identity/record-audit.ts';
import { countFailure, forgiveFailures, maySendMail } from '../attempts/record-sign-in-attempt.ts';
import { enqueueMail, type MailRequest } from '../jobs.ts';
import { hashRecoveryCode, matchTotpStep } from '../model/totp.ts';
import type { SignInRequest } from '../sessions/open-session.ts';
import { findFactor, useRecoveryCode, useStep } from './second-factor-store.ts';

const HERE = { kind: 'second_factor' } as const;

/** Where a code was typed. */
export interface TypedCode {
  /** A code of the program, or a recovery code. */
  readonly code: string;
  readonly language: MailRequest['language'];
  readonly request: SignInRequest;
}

/**
 * Checks a code of a person's second factor and uses it up: a code of the program and everything before it, or one
 * recovery code, whose use a mail reports. Five wrong codes, from wherever, end the trying for a quarter of an hour, in
 * every process; each is counted before it is looked at. Right for nobody who has no second factor.
 */
export async function checkSecondFactor(app: App, user: User, typed: TypedCode): Promise<'right' | 'wrong' | 'locked'> {
  const address = user.email ?? user.userId;
  const { isLocked, isLast } = await countFailure(app, address, HERE);
  if (isLocked) return 'locked';
  if ((await isCode(app, user, typed.code)) || (await spendRecoveryCode(app, user, typed))) {
    await forgiveFailures(app, address, HERE);
    return 'right';
  }
  await recordWrongCode(app, user, typed, isLast);
  return isLast ? 'locked' : 'wrong';
}

/** The secret of a sealed factor. Throws when no key of ours opens it: without it nobody can be let in. */
export function openSecret({ sealer }: Pick<App, 'sealer'>, { userId }: Pick<User, 'userId'>, sealed: string): string {
  const secret = sealer.open('second_factor', sealed, userId)?.toString('utf8');
  if (secret === undefined) throw new Error('a second factor cannot be opened with the current secret keys');
  return secret;
}

async function isCode(app: App, user: User, code: string): Promise<boolean> {
  const factor = await findFactor(app.db, user.userId);
  if (factor?.confirmedAt === undefined) return false;
  const step = matchTotpStep(openSecret(app, user, factor.secretSealed), code, app.clock.now());
  return step !== undefined && (await useStep(app.db, user.userId, step));
}

async function spendRecoveryCode(app: App, user: User, { code, language, request }: TypedCode): Promise<boolean> {
  const hash = hashRecoveryCode(code);
  if (hash === undefined) return false;
  const { organizationId, userId } = user;
  return await app.db.transaction(async (tx) => {
    if (!(await useRecoveryCode(tx, userId, hash))) return false;
    await recordAudit(tx, app.clock, {
      organizationId,
      actor: { kind: 'user', id: userId },
      action: 'user.recovery_code_used',
      target: userId,
      request,
    });
    await enqueueMail(app, tx, { user, kind: 'recovery_code_used', language });
    return true;
  });
}

/** The last wrong code that is allowed is reported by mail: the one who guesses has the password. */
async function recordWrongCode(app: App, user: User, { language, request }: TypedCode, isLast: boolean): Promise<void> {
  const { organizationId, userId } = user;
  const isMailed = isLast && (await maySendMail(app, 'codes_locked', userId));
  await app.db.transaction(async (tx) => {
    await recordAudit(tx, app.clock, {
      organizationId,
      // Nobody has shown who they are.
      actor: { kind: 'system', id: undefined },
      action: 'user.second_factor_failed',
      target: userId,
      detail: { is_locked: isLast },
      request,
    });
    if (isMailed) await enqueueMail(app, tx, { user, kind: 'codes_locked', language });
  });
}
