import { routes } from '../../../src/routes.ts';
import type { AnyRoute } from '../../../src/platform/http/route.ts';
import type { RecordedCall } from '../../../src/docs/recorded-calls.ts';
import type { Answer, TestService } from '../service/service.ts';

/** What one call is made with. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Where the operation takes any credential, but only a person's may do this. */
  readonly asOwner?: boolean;
}

/** Makes the calls of a journey, each insisting on success, and records those that the reference shows. */
export interface Recorder {
  readonly service: TestService;
  readonly calls: ReadonlyMap<string, RecordedCall>;
  /** Calls an operation and keeps request and answer for the reference. */
  record(operationId: string, input?: CallInput): Promise<Answer['body']>;
  /** Calls an operation that another record needs first. */
  prepare(operationId: string, input?: CallInput): Promise<Answer['body']>;
}

/** A recorder of a service; `signIn` gives the headers of its organization's owner, `tick` moves its clock on. */
export function createRecorder(
  service: TestService,
  owner: { readonly signIn: () => Readonly<Record<string, string>>; readonly tick: () => void },
): Recorder {
  const calls = new Map<string, RecordedCall>();
  const byId = new Map(routes.map((route) => [route.operationId, route]));
  const prepare: Recorder['prepare'] = async (operationId, input = {}) => (await send(operationId, input)).answer.body;
  async function send(operationId: string, input: CallInput) {
    const route = byId.get(operationId);
    if (!route) throw new Error(`there is no operation ${operationId}`);
    owner.tick();
    const headers =
      route.access === 'user' || input.asOwner ? owner.signIn() : route.access === 'open' ? { 'x-api-key': '' } : {};
    const answer = await service.call(route.method, addressOf(route, input), bodyOf(route, input), headers);
    if (answer.status > 299)
      throw new Error(`${operationId}: ${answer.status} ${answer.text.slice(0, 600)} for ${JSON.stringify(input)}`);
    return { route, answer };
  }
  return {
    service,
    calls,
    prepare,
    async record(operationId, input = {}) {
      const { route, answer } = await send(operationId, input);
      const body = bodyOf(route, input);
      calls.set(operationId, {
        ...(input.params === undefined ? {} : { params: input.params }),
        ...(input.query === undefined ? {} : { query: input.query }),
        ...(body === undefined ? {} : { body }),
        status: answer.status,
        ...(answer.body === undefined || answer.text === '' ? {} : { answer: answer.body }),
      });
      return answer.body;
    },
  };
}

function addressOf({ path }: AnyRoute, { params = {}, query }: CallInput): string {
  const filled = path.replaceAll(/:(\w+)/g, (_match, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path}: ${name} is not given`);
    return encodeURIComponent(value);
  });
  return query === undefined ? filled : `${filled}?${new URLSearchParams(query)}`;
}

function bodyOf({ method }: AnyRoute, { body }: CallInput): Readonly<Record<string, unknown>> | undefined {
  return method === 'GET' || method === 'DELETE' ? undefined : (body ?? {});
}
