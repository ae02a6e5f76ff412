import * as z from 'zod';
import { refuse } from '../../../src/platform/errors.ts';
import { type AnyRoute, defineRoute, type PageDeclaration } from '../../../src/platform/http/route.ts';
import { SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';

const base = { summary: 'A probe.', tag: 'Probe', access: 'key', cost: 1, isWrite: false, refusals: [] } as const;

/** A write that answers what it was given and how often it has run. */
export function echoRoute(): AnyRoute & { readonly runs: unknown[] } {
  const runs: unknown[] = [];
  const route = defineRoute({
    ...base,
    operationId: 'probe_echo',
    method: 'POST',
    path: '/v1/probe/echo',
    isWrite: true,
    takesEndUser: true,
    scope: 'book',
    refusals: ['trip_state_conflict'],
    body: z.object({
      name: z.string().min(2).optional(),
      cabin: z.enum(['economy', 'business']).optional(),
      travelers: z
        .array(z.object({ first_name: z.string(), age: z.int().min(0).max(120).optional() }))
        .max(9)
        .optional(),
      fail: z.enum(['conflict', 'bug', 'rejected', 'unavailable', 'timeout', 'limited', 'busy']).optional(),
    }),
    response: z.looseObject({ run: z.number() }),
    async handle({ body, caller, request }) {
      runs.push(body);
      if (body.fail === 'conflict') throw refuse('trip_state_conflict', { keys: { status: 'fulfilling' } });
      if (body.fail === 'busy')
        throw refuse('trip_state_conflict', { keys: { status: 'quoting' }, headers: { 'Retry-After': '30' } });
      if (body.fail === 'bug') throw new Error('card 4242424242424242 of jane@example.com could not be read');
      if (body.fail === 'limited') throw refuse('guest_attempts_exceeded', { headers: { 'Retry-After': '9' } });
      if (body.fail)
        throw new SupplierFailure(
          body.fail,
          'the supplier said no',
          body.fail === 'unavailable' ? { retryAfterSeconds: 7 } : {},
        );
      return { run: runs.length, body, end_user_id: caller.endUserId ?? null, session_id: request.sessionId ?? null };
    },
  });
  return { ...route, runs };
}

/** A write that waits until the test lets it go. */
export function gatedRoute(): { readonly route: AnyRoute; entered: Promise<void>; release(): void } {
  const entered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const route = defineRoute({
    ...base,
    operationId: 'probe_gated',
    method: 'POST',
    path: '/v1/probe/gated',
    isWrite: true,
    body: z.object({}),
    response: z.looseObject({}),
    async handle() {
      entered.resolve();
      await released.promise;
      return { done: true };
    },
  });
  return { route, entered: entered.promise, release: () => released.resolve() };
}

/** A small read, open or behind a key, at a price. */
export function readRoute(name: string, change: Partial<AnyRoute> = {}): AnyRoute {
  return defineRoute({
    ...base,
    operationId: `probe_${name}`,
    method: 'GET',
    path: `/v1/probe/${name}`,
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).optional() }),
    response: z.looseObject({ ok: z.boolean() }),
    async handle({ query }) {
      return { ok: true, query };
    },
    ...change,
  });
}

/** A route on its way out, and one that is gone. */
export const deprecatedRoutes: readonly AnyRoute[] = (['2099-12-31T23:59:59Z', '2020-01-01T00:00:00Z'] as const).map(
  (sunset, index) =>
    defineRoute({
      ...base,
      operationId: `probe_old_${index}`,
      method: 'POST',
      path: `/v1/probe/old/${index}`,
      body: z.object({ name: z.string() }),
      response: z.looseObject({}),
      deprecation: { sunset, successor: '/v1/probe/echo' },
      async handle() {
        return {};
      },
    }),
);

/** Answers something its own schema does not allow. */
export const lyingRoute: AnyRoute = defineRoute({
  ...base,
  operationId: 'probe_lie',
  method: 'GET',
  path: '/v1/probe/lie',
  response: z.looseObject({ count: z.number() }),
  async handle() {
    return JSON.parse('{"count":"many"}');
  },
});

/** A page with a form. */
export const probePages: readonly PageDeclaration[] = [
  {
    method: 'GET',
    path: '/probe/:id',
    async handle({ params, nonce, cookies }) {
      if (params['id'] === 'gone') throw refuse('resource_not_found');
      if (params['id'] === 'bug') throw new Error('broken inside');
      return {
        status: 200,
        html: `<style nonce="${nonce}"></style>${params['id']} ${cookies['seen'] ?? 'new'}`,
        cookies: ['seen=yes; HttpOnly; SameSite=Lax; Path=/'],
      };
    },
  },
  {
    method: 'POST',
    path: '/probe/:id',
    async handle({ form }) {
      return { status: 303, location: `/probe/${encodeURIComponent(form['to'] ?? 'nowhere')}` };
    },
  },
];
