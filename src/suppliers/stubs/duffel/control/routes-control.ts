import type { FastifyInstance, HTTPMethods } from 'fastify';
import * as z from 'zod';
import { sendAnswer, type StubAnswer } from '../../send-answer.ts';
import type { DuffelState } from '../account.ts';
import { DuffelRefusal, presentRefusal } from '../refusals.ts';
import { authenticate } from '../request-rules.ts';
import { NewAirlineChange } from '../after-sale/airline-changes.ts';
import { type AccountControl, createControl, NewFault, Release, SentEvent } from './control.ts';

/** One route of the stub's own surface. It answers plain JSON, without Duffel's `data`. */
export interface ControlRoute {
  readonly method: HTTPMethods;
  readonly path: string;
  handle(call: ControlCall): StubAnswer | Promise<StubAnswer>;
}

export interface ControlCall {
  readonly state: DuffelState;
  readonly control: AccountControl;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const answer = (body: object, status = 200): StubAnswer => ({ status, body });

const ClockMove = z.union([
  z.strictObject({ advance_seconds: z.number() }),
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
]);
const Blocked = z.strictObject({ cancel: z.boolean(), change: z.boolean() }).partial();
const NewToken = z.strictObject({ token: z.string().regex(/^duffel_(test|live)_[\w-]+$/) });

/** The stub's own surface: faults, settings, clock, calls, what was seen. */
export const controlRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/_stub',
    handle: ({ state, control }) =>
      answer({
        now: state.clock.now().toISOString(),
        seed: state.seed,
        settings: control.settings,
        faults: control.faults(),
        calls: control.calls(),
      }),
  },
  { method: 'GET', path: '/_stub/settings', handle: ({ control }) => answer(control.settings) },
  {
    method: 'PATCH',
    path: '/_stub/settings',
    handle: ({ control, body }) => answer(control.set(z.record(z.string(), z.unknown()).parse(body))),
  },
  { method: 'GET', path: '/_stub/faults', handle: ({ control }) => answer({ faults: control.faults() }) },
  {
    method: 'POST',
    path: '/_stub/faults',
    handle: ({ control, body }) => answer(control.addFault(NewFault.parse(body)), 201),
  },
  {
    method: 'DELETE',
    path: '/_stub/faults',
    handle: ({ control }) => {
      control.clearFaults();
      return answer({ faults: [] });
    },
  },
  {
    method: 'DELETE',
    path: '/_stub/faults/:id',
    handle: ({ control, params }) =>
      control.removeFault(params['id'] ?? '') ? answer({ faults: control.faults() }) : answer({}, 404),
  },
  { method: 'GET', path: '/_stub/clock', handle: ({ state }) => answer({ now: state.clock.now().toISOString() }) },
  {
    method: 'POST',
    path: '/_stub/clock',
    handle: async ({ state, body }) => {
      const move = ClockMove.parse(body);
      if ('now' in move) await state.clock.moveTo(new Date(move.now));
      else await state.clock.advance(move.advance_seconds * 1_000);
      return answer({ now: state.clock.now().toISOString() });
    },
  },
  {
    method: 'GET',
    path: '/_stub/calls',
    handle: ({ control }) => answer({ counts: control.calls(), recent: control.recentCalls() }),
  },
  {
    method: 'DELETE',
    path: '/_stub/calls',
    handle: ({ control }) => {
      control.forgetCalls();
      return answer({ counts: {} });
    },
  },
  { method: 'GET', path: '/_stub/offers', handle: ({ control }) => answer({ offers: control.offers() }) },
  { method: 'GET', path: '/_stub/orders', handle: ({ control }) => answer({ orders: control.orders() }) },
  {
    method: 'PATCH',
    path: '/_stub/orders/:id',
    handle: ({ control, params, body }) => {
      const blocked = Blocked.parse(body);
      control.block(params['id'] ?? '', blocked);
      return answer(blocked);
    },
  },
  {
    method: 'POST',
    path: '/_stub/airline_initiated_changes',
    handle: ({ control, body }) => answer(control.changeByAirline(NewAirlineChange.parse(body)), 201),
  },
  {
    method: 'GET',
    path: '/_stub/webhooks',
    handle: ({ control }) => answer({ events: control.events(), deliveries: control.deliveries() }),
  },
  {
    method: 'POST',
    path: '/_stub/webhooks/send',
    handle: ({ control, body }) => answer({ event_id: control.sendEvent(SentEvent.parse(body)) }, 202),
  },
  {
    method: 'POST',
    path: '/_stub/webhooks/release',
    handle: ({ control, body }) => answer({ released: control.releaseEvents(Release.parse(body)) }, 202),
  },
  {
    method: 'POST',
    path: '/_stub/tokens',
    handle: ({ state, body }) => {
      const { token } = NewToken.parse(body);
      createControl(state, token);
      return answer({ token }, 201);
    },
  },
  {
    method: 'POST',
    path: '/_stub/reset',
    handle: ({ control }) => {
      control.reset();
      return answer({ settings: control.settings });
    },
  },
];

/** Serves the stub's own routes: with a bearer token of the stub, and without any of Duffel's checks and faults. */
export function mountControl(app: FastifyInstance, state: DuffelState, routes: readonly ControlRoute[]): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const params = z.record(z.string(), z.string()).parse(request.params);
        await state.clock.runDue();
        const reached = await answerOrExplain(() => {
          const { token } = authenticate(state, request);
          return route.handle({ state, control: createControl(state, token), params, body: readJson(request.body) });
        });
        await sendAnswer(request, reply, reached);
      },
    });
  }
}

async function answerOrExplain(work: () => StubAnswer | Promise<StubAnswer>): Promise<StubAnswer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DuffelRefusal) return presentRefusal(error, 'stub');
    if (error instanceof z.ZodError) return answer({ error: z.prettifyError(error) }, 422);
    if (error instanceof SyntaxError) return answer({ error: 'The body is not valid JSON.' }, 400);
    throw error;
  }
}

function readJson(body: unknown): unknown {
  return typeof body === 'string' && body !== '' ? JSON.parse(body) : {};
}
