import type { App } from '../context.ts';
import { Refusal, refuse } from '../platform/errors.ts';
import type { Identity } from '../platform/http/gate.ts';
import { beginKeyedWrite } from '../platform/http/idempotency/idempotency.ts';
import { readCredential, readHeader } from '../platform/http/input/request-headers.ts';
import type { MountContext } from '../platform/http/route.ts';
import type { UcpAnswer, UcpCall, UcpOperation, UcpRequest } from './call.ts';
import { malformed, UcpFailure } from './failure.ts';
import { presentError } from './model/messages.ts';
import { ORDER, ownNames } from './model/names.ts';
import { capabilitiesOf, intersect } from './model/negotiate.ts';
import { cancelCheckout } from './operations/cancel-checkout.ts';
import { completeCheckout } from './operations/complete-checkout.ts';
import { createCheckout } from './operations/create-checkout.ts';
import { getOrder } from './operations/get-order.ts';
import { getCheckout } from './operations/get-checkout.ts';
import { updateCheckout } from './operations/update-checkout.ts';
import { lodging } from './lodging/lodging.ts';
import { createPlatformProfiles, type PlatformProfiles } from './platform-profiles.ts';
import { withoutUntrusted } from './secured/secured-checkout.ts';
import { shopping } from './surfaces/shopping.ts';
import type { Surface } from './surfaces/surface.ts';

/** An operation, and the capability it belongs to. */
interface Operation {
  readonly root: string;
  run(call: UcpCall): Promise<UcpAnswer>;
}
const of = (surface: Surface, run: (call: UcpCall, surface: Surface) => Promise<UcpAnswer>): Operation => ({
  root: surface.root,
  run: (call) => run(call, surface),
});
const OPERATIONS: Readonly<Record<UcpOperation, Operation>> = {
  create_checkout: of(shopping, createCheckout),
  get_checkout: of(shopping, getCheckout),
  update_checkout: of(shopping, updateCheckout),
  complete_checkout: of(shopping, completeCheckout),
  cancel_checkout: of(shopping, cancelCheckout),
  get_order: { root: ORDER, run: getOrder },
  create_booking_session: of(lodging, createCheckout),
  get_booking_session: of(lodging, getCheckout),
  update_booking_session: of(lodging, updateCheckout),
  complete_booking_session: of(lodging, completeCheckout),
  cancel_booking_session: of(lodging, cancelCheckout),
};
/** What changes nothing needs no key. */
const READS: readonly UcpOperation[] = ['get_checkout', 'get_booking_session', 'get_order'];
const keyLengthMax = 255;

/** Runs UCP requests. `read` is called once it is known who sends one: nobody else's body is read. */
export type UcpServer = (context: MountContext, read: () => Promise<UcpRequest>) => Promise<UcpAnswer>;

/**
 * One server for both transports: credential → scope → rate → the platform's profile → what both can do →
 * Idempotency-Key → the operation. Throws `UcpFailure` or a refusal for what is no outcome.
 */
export function createUcpServer(): UcpServer {
  const profiles = new WeakMap<App, PlatformProfiles>();
  return async (context, read) => {
    const { app } = context;
    const known = profiles.get(app) ?? createPlatformProfiles(app);
    profiles.set(app, known);
    const { identity, credential } = await authenticate(context);
    await admit(app, identity);
    const request = await read();
    const profile = await known.read(request.profileUrl);
    const names = ownNames(app.config.publicUrl);
    const ours = capabilitiesOf(names, app.config.ucpDrafts);
    const shared = await withoutUntrusted(app, identity, intersect(ours, profile));
    const { root, run } = OPERATIONS[request.operation];
    if (!shared.some(({ name }) => name === root)) return incompatible(app, root);
    const call = { context, identity, credential, request, names, shared, platformProfile: request.profileUrl ?? '' };
    return await runKeyed(call, run);
  };
}

function incompatible({ config }: App, root: string): UcpAnswer {
  return presentError(
    [
      {
        code: 'capabilities_incompatible',
        content: `The platform's profile does not declare ${root} in a version that is spoken here.`,
        severity: 'unrecoverable',
      },
    ],
    config.publicUrl,
  );
}

const CHALLENGE = { headers: { 'www-authenticate': 'Bearer realm="bly"' } };

/** Who is calling. Cookies are no credential here: a platform is a program. */
async function authenticate({
  app,
  request,
  remoteAddress,
}: MountContext): Promise<Pick<UcpCall, 'identity' | 'credential'>> {
  const key = readHeader(request.headers, 'x-api-key')?.trim();
  const authorization = readHeader(request.headers, 'authorization');
  const credential = key ? { 'x-api-key': key } : authorization === undefined ? undefined : { authorization };
  if (!credential) throw refuse('credential_missing', CHALLENGE);
  const identity = await app.gate.authenticate(readCredential({ ...credential }, 'POST'), 'api', { ip: remoteAddress });
  if (!identity) throw refuse('credential_invalid', CHALLENGE);
  if (!identity.scopes.includes('book')) throw refuse('scope_missing');
  return { identity, credential };
}

/** A request takes a token of the credential's rate, as every operation it then runs takes its own. */
async function admit(app: App, identity: Identity): Promise<void> {
  const { rate, refusal } = await app.gate.admit(identity, {
    operationId: 'ucp',
    cost: 0,
    now: app.clock.now(),
    endUserId: undefined,
  });
  if (!refusal) return;
  const headers = { 'retry-after': String(Math.max(1, rate.resetSeconds)) };
  throw new UcpFailure({ status: 429, code: 'rate_limited', content: 'Too many requests at once.', headers });
}

/** What changes something is done once for each key, and its answer sent again for 24 hours. */
async function runKeyed(call: UcpCall, run: (call: UcpCall) => Promise<UcpAnswer>): Promise<UcpAnswer> {
  const { request, identity, context } = call;
  const { operation, id, idempotencyKey: key, fingerprint } = request;
  if (key === undefined || READS.includes(operation)) return await run(call);
  if (key.length < 1 || key.length > keyLengthMax)
    throw malformed('The idempotency key must have 1 to 255 characters.');
  const decision = await begin(call, { path: `ucp ${operation}`, key, body: [id ?? null, fingerprint], identity });
  if (decision.kind === 'replay') return readStored(decision.answer.status, decision.answer.payload);
  try {
    const answer = await run(call);
    context.app.faults.pass('ucp.before_answer');
    const status = answer.status;
    await decision.run.finish({ status, headers: {}, payload: JSON.stringify(answer.body) });
    return answer;
  } catch (error) {
    // Nothing is stored for a failure: the key is free, and the request may be sent again.
    await decision.run.finish({ status: 500, headers: {}, payload: '' }).catch((err: unknown) => {
      context.app.log.warn({ err }, 'an idempotency key of UCP could not be freed');
    });
    throw error;
  }
}

async function begin(
  { context }: UcpCall,
  write: { readonly path: string; readonly key: string; readonly body: unknown; readonly identity: Identity },
) {
  const { path, key, body, identity } = write;
  try {
    return await beginKeyedWrite(context.app, { organizationId: identity.organizationId, path, key, body });
  } catch (error) {
    if (!(error instanceof Refusal) || error.condition !== 'idempotency_mismatch') throw error;
    const content = 'This idempotency key was used with another request.';
    throw new UcpFailure({ status: 409, code: 'idempotency_conflict', content });
  }
}

function readStored(status: number, payload: string | Buffer): UcpAnswer {
  return { status: status === 201 ? 201 : 200, body: JSON.parse(payload.toString()) };
}
