import type * as z from 'zod';
import type { ConsolePage } from '../../web/console/frame.ts';
import { renderConsole } from '../../web/console/frame.ts';
import { refusalPage } from '../../web/console/refusal-page.ts';
import type { ConsoleFacts, Notice } from '../../web/console/view.ts';
import { withMember, withMemberForm, type MemberVisit } from '../accounts/pages/with-member.ts';
import { nameOf } from '../accounts/pages/view-account.ts';
import { getOrganization } from '../identity/read-organization.ts';
import { newKeyRate } from '../identity/model/api-key.ts';
import { type ConditionName, messageForPeople, Refusal, refuse } from '../platform/errors.ts';
import { checkShape } from '../platform/http/input/check-input.ts';
import { type AnyRoute, type PageAnswer, type PageContext, RenderedJson } from '../platform/http/route.ts';
import { mayRun } from '../platform/security/roles.ts';
import { translateFailure } from '../suppliers/calls/failure.ts';
import { assetsPath } from './assets.ts';

/** What an operation of the API is given. */
export interface OperationInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** A function where it is read from a form: only once the person's role has been looked at. */
  readonly body?: Readonly<Record<string, unknown>> | (() => Readonly<Record<string, unknown>>);
}

/** A page of the console that somebody of the organization has asked for. */
export interface StaffVisit extends MemberVisit {
  readonly context: PageContext;
  readonly facts: ConsoleFacts;
  /** Whether the person's role allows an operation. */
  may(operationId: string): boolean;
  /**
   * Runs an operation of the API inside the process, as the person: with their role, its own validation and its own
   * audit. It costs neither credit nor quota. Throws what the operation refuses, `role_forbidden` before that.
   */
  run<S extends z.ZodType>(operationId: string, response: S, input?: OperationInput): Promise<z.infer<S>>;
  /** The page in the frame of the console. */
  page(page: ConsolePage, status?: number): PageAnswer;
  /** To another page of the console, which says what was done. */
  goTo(path: string, done?: keyof typeof DONE): PageAnswer;
}

/** What a page says after an act, by what its address holds. */
const DONE = {
  note: 'The note was added.',
  mail: 'The mail is on its way again.',
  retry: 'It is being tried again now.',
  case: 'It is decided, and on its way.',
  sent: 'It is on its way. The newest delivery stands first.',
  saved: 'Saved.',
  off: 'It is switched off: nothing of it is sold any more.',
  on: 'It is switched on and sold again.',
  revoked: 'The key works no more.',
  invited: 'The invitation is on its way.',
  removed: 'Removed.',
  moved: 'What you sent came from a page that has moved here, and nothing was changed. Please do it again here.',
  cancel: 'It is being given back. The timeline says how far it is.',
} as const;

/** Answers for the staff of an organization; everybody else is led to the entrance, and back to `path` afterwards. */
export type WithStaff = (
  context: PageContext,
  path: string,
  answer: (visit: StaffVisit) => Promise<PageAnswer>,
) => Promise<PageAnswer>;

/** The two doors of the console: of pages, and of forms, which must have been made for the session. */
export interface StaffDoors {
  readonly withStaff: WithStaff;
  readonly withStaffForm: WithStaff;
}

/** Opens the console to the operations that its pages run. */
export function createStaffDoors(operations: readonly AnyRoute[]): StaffDoors {
  const byId = new Map(operations.map((route) => [route.operationId, route]));
  const answerAs = async (
    context: PageContext,
    path: string,
    member: MemberVisit,
    answer: (visit: StaffVisit) => Promise<PageAnswer>,
  ): Promise<PageAnswer> => {
    const visit = await visitOf(context, member, byId);
    try {
      await requireRate(visit);
      return await answer(visit);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error;
      const { status } = error;
      const requestId = context.request.requestId;
      const message = messageForPeople(error);
      return { ...visit.page(refusalPage({ status, message, back: path, requestId }), status) };
    }
  };
  return {
    withStaff: (context, path, answer) => {
      refuseElsewhere(context);
      return withMember(context, path, (member) => answerAs(context, path, member, answer));
    },
    withStaffForm: (context, path, answer) => {
      refuseElsewhere(context);
      return withMemberForm(context, path, (member) => answerAs(context, path, member, answer));
    },
  };
}

/** What the address says was done. */
export function noticeOf({ query }: PageContext): Notice | undefined {
  const done = Object.entries(DONE).find(([key]) => key === query['done']);
  return done && { kind: done[0] === 'moved' ? 'bad' : 'good', text: done[1] };
}

/** What only owners change is refused to others before anything that was typed is read. Throws `owner_required`. */
export function requireOwner({ user }: Pick<StaffVisit, 'user'>): void {
  if (user.role !== 'owner') throw refuse('owner_required');
}

/** Where another issuer says who is who there are no sessions, and so no console. */
function refuseElsewhere({ app }: PageContext): void {
  if (app.config.oidc !== undefined) throw refuse('path_unknown');
}

async function visitOf(
  context: PageContext,
  member: MemberVisit,
  byId: ReadonlyMap<string, AnyRoute>,
): Promise<StaffVisit> {
  const { app, nonce } = context;
  const { user, acting } = member;
  const organization = await getOrganization(app, user.organizationId);
  const routeOf = (operationId: string): AnyRoute => {
    const route = byId.get(operationId);
    if (route === undefined) throw new Error(`the console knows no operation ${operationId}`);
    return route;
  };
  const may = (operationId: string) => mayRun(user.role, routeOf(operationId));
  const facts: ConsoleFacts = {
    nonce,
    isSandbox: app.config.environment === 'sandbox',
    assetsPath,
    organization: organization.name,
    otherOrganizations: member.member.organizations.filter(({ isChosen }) => !isChosen),
    who: nameOf(user),
    role: user.role,
    csrf: member.member.csrf,
    may,
  };
  return {
    ...member,
    context,
    facts,
    may,
    run: async (operationId, response, input = {}) => {
      const route = routeOf(operationId);
      const answered = await recorded({ app, acting, route, params: input.params }, async () => {
        if (!mayRun(user.role, route)) throw refuse('role_forbidden');
        const body = typeof input.body === 'function' ? input.body() : input.body;
        return await route.handle({
          app,
          caller: acting.caller,
          params: route.params ? checkShape(route.params, input.params ?? {}) : {},
          query: route.query ? checkShape(route.query, input.query ?? {}) : {},
          body: route.body ? checkShape(route.body, body ?? {}) : {},
          request: context.request,
        });
      });
      return response.parse(answered instanceof RenderedJson ? JSON.parse(String(answered.json)) : answered);
    },
    page: (page, status = 200) => ({ status, html: renderConsole(facts, page), headers: HEADERS }),
    goTo: (path, done) => ({ status: 303, location: done === undefined ? path : `${path}?done=${done}` }),
  };
}

/** Runs an operation; one that writes stands in the log of requests afterwards, as if it had been called. */
async function recorded(
  call: Pick<PageContext, 'app'> & Pick<MemberVisit, 'acting'> & { readonly route: AnyRoute; readonly params: unknown },
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { app, acting, route, params } = call;
  if (!route.isWrite) return await run();
  const startedAt = performance.now();
  const record = (status: number, condition?: ConditionName) =>
    app.requestLog.record({
      organizationId: acting.caller.organizationId,
      requestId: acting.request.requestId,
      method: route.method,
      path: route.path,
      params,
      operationId: route.operationId,
      status,
      elapsedMs: Math.round(performance.now() - startedAt),
      principal: acting.caller.principal,
      condition,
      limit: undefined,
    });
  try {
    const answered = await run();
    record(route.status ?? 200);
    return answered;
  } catch (error) {
    const refusal = error instanceof Refusal ? error : translateFailure(error);
    record(refusal?.status ?? 500, refusal?.condition ?? 'internal');
    throw error;
  }
}

/** Nobody between us and the reader keeps a page; no address, which may hold what was searched for, goes elsewhere. */
const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' } as const;

/** One page counts as one call of the person's rate, though it may run several operations. */
async function requireRate({ context: { app }, acting: { caller } }: StaffVisit): Promise<void> {
  const { now, endUserId } = caller;
  const identity = { ...caller, isMandateOnly: false, quotaCalls: undefined, rate: newKeyRate };
  const { refusal } = await app.gate.admit(identity, { operationId: 'console', cost: 0, now, endUserId });
  if (refusal) throw refusal;
}
