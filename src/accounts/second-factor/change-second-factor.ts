import * as z from 'zod';
import type { App } from '../../context.ts';
import type { User } from '../../identity/model/user.ts';
import { findUserWithEmail, markSecondFactor } from '../../identity/read-user.ts';
import { ADMIN, recordAudit } from '../../identity/record-audit.ts';
import { readAdminArguments } from '../../platform/admin/admin-arguments.ts';
import type { Tx } from '../../platform/db/db.ts';
import { PAGE_LANGUAGES } from '../../../web/checkout/messages.ts';
import { forgiveFailures } from '../attempts/record-sign-in-attempt.ts';
import { enqueueMail, type MailRequest } from '../jobs.ts';
import { hashRecoveryCode, matchTotpStep, newRecoveryCodes, newTotpSecret, totpUri } from '../model/totp.ts';
import { forgetDevices } from '../passwords/password-store.ts';
import type { SignInRequest } from '../sessions/open-session.ts';
import { deleteOtherSessions, deleteSessionsOf, type WebSession } from '../sessions/session-store.ts';
import { openSecret } from './check-second-factor.ts';
import {
  confirmFactor,
  deleteFactor,
  findFactor,
  putPendingFactor,
  replaceRecoveryCodes,
} from './second-factor-store.ts';

/** A secret waits this long for its first code. */
const pendingMs = 15 * 60_000;

/** What a person gives their program. */
export interface FactorSetup {
  readonly secret: string;
  readonly uri: string;
}

/** Whose factor changes, and by which request. */
interface Change {
  readonly user: User;
  readonly language: MailRequest['language'];
  readonly request: SignInRequest;
}

/** Makes a secret that waits for its first code; undefined for a person who has a factor in use. */
export async function startSecondFactor(app: App, user: User): Promise<FactorSetup | undefined> {
  const secret = newTotpSecret();
  const sealed = app.sealer.seal('second_factor', secret, user.userId);
  const isPending = await putPendingFactor(app.db, user.userId, sealed, app.clock.now());
  return isPending ? setupOf(user, secret) : undefined;
}

/** The secret that waits for its first code; undefined when none does, or has for too long. */
export async function findPendingSetup(app: App, user: User): Promise<FactorSetup | undefined> {
  const factor = await findFactor(app.db, user.userId);
  const isPending =
    factor !== undefined &&
    factor.confirmedAt === undefined &&
    app.clock.now().getTime() - factor.createdAt.getTime() < pendingMs;
  return isPending ? setupOf(user, openSecret(app, user, factor.secretSealed)) : undefined;
}

/**
 * Takes a factor into use by its first code; answers recovery codes, shown this once. Every other session of the person
 * ends: they were let in without it. `wrong`: not the code; `gone`: nothing waits.
 */
export async function confirmSecondFactor(
  app: App,
  { user, language, request }: Change,
  { code, session }: { readonly code: string; readonly session: WebSession },
): Promise<readonly string[] | 'wrong' | 'gone'> {
  const { organizationId, userId } = user;
  const setup = await findPendingSetup(app, user);
  const factor = await findFactor(app.db, userId);
  if (setup === undefined || factor === undefined) return 'gone';
  const now = app.clock.now();
  const step = matchTotpStep(setup.secret, code, now);
  if (step === undefined) return 'wrong';
  const codes = newRecoveryCodes();
  return await app.db.transaction(async (tx) => {
    const confirmed = { secretSealed: factor.secretSealed, step, at: now };
    if (!(await confirmFactor(tx, userId, confirmed))) return 'gone';
    await replaceRecoveryCodes(tx, userId, codes.map(hashOf), now);
    await markSecondFactor(tx, userId, now);
    await deleteOtherSessions(tx, user, session.sessionHash);
    await forgetDevices(tx, user);
    await app.programAccess.endAllOf(tx, user, { clock: app.clock, request });
    await recordAudit(tx, app.clock, {
      organizationId,
      actor: { kind: 'user', id: userId },
      action: 'user.second_factor_set_up',
      target: userId,
      request,
    });
    await enqueueMail(app, tx, { user, kind: 'second_factor_on', language });
    return codes;
  });
}

/** Fresh recovery codes in place of all there were, shown this once. The caller has checked a code. */
export async function renewRecoveryCodes(app: App, { user, request }: Omit<Change, 'language'>) {
  const { organizationId, userId } = user;
  const codes = newRecoveryCodes();
  await app.db.transaction(async (tx) => {
    await replaceRecoveryCodes(tx, userId, codes.map(hashOf), app.clock.now());
    await recordAudit(tx, app.clock, {
      organizationId,
      actor: { kind: 'user', id: userId },
      action: 'user.recovery_codes_made',
      target: userId,
      request,
    });
  });
  return codes;
}

/** Turns a factor off; a mail says so. The caller has checked a code: nobody turns it off with the password alone. */
export async function removeSecondFactor(app: App, { user, language, request }: Change): Promise<void> {
  const { organizationId, userId } = user;
  await app.db.transaction(async (tx) => {
    if (!(await forgetFactor(app, tx, { user, language }))) return;
    await recordAudit(tx, app.clock, {
      organizationId,
      actor: { kind: 'user', id: userId },
      action: 'user.second_factor_removed',
      target: userId,
      request,
    });
  });
}

const AdminRequest = z.object({ email: z.string().trim().min(1, 'must not be empty') });
export const AdminFactorAnswer = z.object({ userId: z.string(), organizationId: z.string() });

/**
 * Takes the second factor from a person who has lost program and recovery codes, on behalf of the operator, who has
 * made sure of who asks: every session ends, a mail says so, and the next sign-in asks for the password alone.
 * Throws with a sentence for the administrator.
 */
export async function resetSecondFactorForAdmin(app: App, args: unknown): Promise<z.infer<typeof AdminFactorAnswer>> {
  const { email } = readAdminArguments(AdminRequest, args);
  const user = await findUserWithEmail(app, email);
  if (user === undefined) throw new Error(`nobody signs in with ${email}`);
  const { organizationId, userId } = user;
  const language = PAGE_LANGUAGES.find((known) => known === user.language) ?? 'en';
  await app.db.transaction(async (tx) => {
    if (!(await forgetFactor(app, tx, { user, language }))) throw new Error(`${email} has no second factor`);
    await deleteSessionsOf(tx, user);
    await recordAudit(tx, app.clock, {
      organizationId,
      actor: ADMIN,
      action: 'user.second_factor_removed',
      target: userId,
    });
  });
  await forgiveFailures(app, email, { kind: 'second_factor' });
  return { userId, organizationId };
}

async function forgetFactor(app: App, tx: Tx, { user, language }: Omit<Change, 'request'>): Promise<boolean> {
  if (!(await deleteFactor(tx, user.userId))) return false;
  await markSecondFactor(tx, user.userId, undefined);
  await enqueueMail(app, tx, { user, kind: 'second_factor_off', language });
  return true;
}

function setupOf(user: User, secret: string): FactorSetup {
  return { secret, uri: totpUri(secret, user.email ?? user.userId) };
}

function hashOf(code: string): string {
  const hash = hashRecoveryCode(code);
  if (hash === undefined) throw new Error('a fresh recovery code is not of its own form');
  return hash;
}
