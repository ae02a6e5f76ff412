import type { FastifyRequest } from 'fastify';
import type { Caller } from '../caller.ts';
import { refuse } from '../../errors.ts';
import { mayRun } from '../../security/roles.ts';
import { type Answer, refusalAnswer } from '../send/answer.ts';
import type { Identity } from '../gate.ts';
import { readCredential, readEndUserId } from '../input/request-headers.ts';
import { isRefusedToMandateOnlyKeys } from '../route.ts';
import { concurrencyRefusal } from './run-long.ts';
import type { OpenStream } from '../send/send-stream.ts';
import type { Exchange } from './exchange.ts';

/**
 * Who is calling, and that the call may be made and paid for: 401 without a good credential, 403 without the scope, 429
 * and 402 from the meter, then 422 for a bad X-End-User-Id. What was learnt of rate, quota and admission is written
 * into the exchange, for the headers of every answer.
 */
export async function admit(exchange: Exchange): Promise<Caller> {
  const {
    parts: { app },
    route: { declaration },
    request,
  } = exchange;
  const identity = await app.gate.authenticate(readCredential(request.raw.headers, request.method), 'api', request);
  if (!identity)
    throw refuse('credential_invalid', {
      headers: { 'WWW-Authenticate': 'Bearer realm="bly", error="invalid_token"' },
    });
  exchange.organizationId = identity.organizationId;
  exchange.principal = identity.principal;
  await refuseForbidden(exchange, identity);
  const { scheduler } = app;
  const isCrowded =
    declaration.longWork !== undefined && !identity.isUnlimited && scheduler.isFull(identity.organizationId);
  if (isCrowded && !(await scheduler.waitForPlace(identity.organizationId))) {
    exchange.rate = await app.gate.readRate(identity);
    throw concurrencyRefusal(app);
  }
  const now = await app.organizationNow(identity.organizationId);
  const endUser = declaration.takesEndUser ? tryReadEndUser(request) : undefined;
  const { operationId, cost } = declaration;
  const admission = await app.gate.admit(identity, { operationId, cost, now, endUserId: endUser?.value });
  exchange.rate = admission.rate;
  exchange.quota = await app.gate.readQuota(identity, now);
  if (admission.refusal) throw admission.refusal;
  exchange.admission = admission;
  if (endUser?.error) throw endUser.error;
  const { organizationId, environment, principal, credentialId, scopes, isUnlimited } = identity;
  return { organizationId, environment, principal, credentialId, scopes, isUnlimited, now, endUserId: endUser?.value };
}

/**
 * Searches end in large answers: an organization that does not read those it has gets no further ones, and their work
 * is not done.
 */
export function refuseWork({ parts: { unsent }, route: { declaration }, organizationId }: Exchange): void {
  const refusal = declaration.scope === 'search' ? unsent.refusalOfWork(organizationId) : undefined;
  if (refusal) throw refusal;
}

/**
 * An answer for which there is no room is not sent; it was made, and costs what it would have cost. What a write has
 * done must be answered, however little room there is: those answers are small.
 */
export function refuseUnread(exchange: Exchange, answer: Answer | OpenStream): Answer | OpenStream {
  const {
    parts: { app, unsent },
    route: { declaration },
    organizationId,
  } = exchange;
  if ('open' in answer || declaration.isWrite || declaration.access === 'open') return answer;
  const refusal = unsent.refusalOfAnswer(organizationId, answer.payload.length);
  if (refusal === undefined) return answer;
  exchange.refusal = refusal;
  return { ...refusalAnswer(refusal, app.config.publicUrl), chargedAs: answer.status };
}

/** 403: the credential is good, and not for this operation. */
async function refuseForbidden(exchange: Exchange, identity: Identity): Promise<void> {
  const {
    parts: { app },
    route: { declaration },
  } = exchange;
  const { access, scope } = declaration;
  const isUserMissing = access === 'user' && identity.principal.kind !== 'user';
  const isScopeMissing = scope !== undefined && !identity.scopes.includes(scope);
  const isRoleWrong = identity.role !== undefined && !mayRun(identity.role, declaration);
  const isPayingOtherwise = identity.isMandateOnly && isRefusedToMandateOnlyKeys(declaration);
  if (!isUserMissing && !isScopeMissing && !isRoleWrong && !isPayingOtherwise) return;
  exchange.rate = await app.gate.readRate(identity);
  exchange.quota = await app.gate.readQuota(identity, await app.organizationNow(identity.organizationId));
  if (isUserMissing) throw refuse('user_required');
  if (isScopeMissing) throw refuse('scope_missing', { message: `This credential does not have the scope ${scope}.` });
  throw isRoleWrong ? refuse('role_forbidden') : refuse('mandate_required');
}

/** A bad X-End-User-Id is 422, which comes after 429 and 402: the error waits until the call has been admitted. */
function tryReadEndUser(request: FastifyRequest): { readonly value: string | undefined; readonly error?: unknown } {
  try {
    return { value: readEndUserId(request.raw.headers) };
  } catch (error) {
    return { value: undefined, error };
  }
}
