import type { FastifyInstance, HTTPMethods } from 'fastify';
import * as z from 'zod';
import { sendAnswer, type StubAnswer } from '../../send-answer.ts';
import type { LiteapiState } from '../account.ts';
import { LiteapiRefusal, presentRefusal } from '../refusals.ts';
import { authenticate } from '../request-rules.ts';
import { type AccountControl, createControl, NewFault, Release, SentEvent } from './control.ts';

/** One route of the stub's own surface. It answers plain JSON, without LiteAPI's `data`. */
interface ControlRoute {
  readonly method: HTTPMethods;
  readonly path: string;
  handle(call: ControlCall): StubAnswer | Promise<StubAnswer>;
}

interface ControlCall {
  readonly state: LiteapiState;
  readonly control: AccountControl;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const answer = (body: object, status = 200): StubAnswer => ({ status, body });

const ClockMove = z.union([
  z.strictObject({ advance_seconds: z.number() }),
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
]);
const NewKey = z.strictObject({ key: z.string().regex(/^[\w-]{8,200}$/) });

const stateRoutes: readonly ControlRoute[] = [
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
        prebooks: control.prebookCount(),
        bookings: control.bookings().length,
      }),
  },
  { method: 'GET', path: '/_stub/settings', handle: ({ control }) => answer(control.settings) },
  {
    method: 'PATCH',
    path: '/_stub/settings',
    handle: ({ control, body }) => answer(control.set(z.record(z.string(), z.unknown()).parse(body))),
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
  { method: 'GET', path: '/_stub/bookings', handle: ({ control }) => answer({ bookings: control.bookings() }) },
  {
    method: 'POST',
    path: '/_stub/bookings/:id/return_fee',
    handle: ({ control, params }) => answer({}, control.returnFee(params['id'] ?? '') ? 200 : 404),
  },
  {
    method: 'POST',
    path: '/_stub/keys',
    handle: ({ state, body }) => {
      const { key } = NewKey.parse(body);
      createControl(state, key);
      return answer({ key }, 201);
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

const faultRoutes: readonly ControlRoute[] = [
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
];

const recordRoutes: readonly ControlRoute[] = [
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
  {
    method: 'GET',
    path: '/_stub/webhooks',
    handle: ({ control }) => answer({ events: control.events(), deliveries: control.deliveries() }),
  },
  {
    method: 'POST',
    path: '/_stub/webhooks/send',
    handle: async ({ state, control, body }) => {
      control.sendEvent(SentEvent.parse(body));
      await state.clock.runDue();
      return answer({}, 202);
    },
  },
  {
    method: 'POST',
    path: '/_stub/webhooks/release',
    handle: ({ control, body }) => answer({ released: control.releaseEvents(Release.parse(body)) }, 202),
  },
];

/** Serves the stub's own routes: with a key of the stub, and without any of LiteAPI's checks and faults. */
export function mountControl(app: FastifyInstance, state: LiteapiState): void {
  for (const route of [...stateRoutes, ...faultRoutes, ...recordRoutes]) {
    app.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const params = z.record(z.string(), z.string()).parse(request.params);
        await state.clock.runDue();
        const reached = await answerOrExplain(() => {
          const { key } = authenticate(state, request);
          return route.handle({ state, control: createControl(state, key), params, body: readJson(request.body) });
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
    if (error instanceof LiteapiRefusal) return presentRefusal(error);
    if (error instanceof z.ZodError) return answer({ error: z.prettifyError(error) }, 422);
    if (error instanceof SyntaxError) return answer({ error: 'The body is not valid JSON.' }, 400);
    throw error;
  }
}

function readJson(body: unknown): unknown {
  return typeof body === 'string' && body !== '' ? JSON.parse(body) : {};
}
