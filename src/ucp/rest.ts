import { createHash } from 'node:crypto';
import { bodyBytesMax, readBody } from '../platform/http/input/read-body.ts';
import { parseJsonBody } from '../platform/http/input/check-input.ts';
import { readHeader } from '../platform/http/input/request-headers.ts';
import type { MountContext, MountDeclaration } from '../platform/http/route.ts';
import type { UcpOperation } from './call.ts';
import { malformed, readFailure } from './failure.ts';
import { readAgentHeader } from './model/agent-header.ts';
import type { UcpServer } from './serve.ts';

/** Paths of a REST binding below one address. */
interface RestBinding {
  readonly base: string;
  readonly paths: readonly {
    readonly method: 'GET' | 'POST' | 'PUT';
    readonly path: string;
    readonly operation: UcpOperation;
  }[];
}
const SHOPPING: RestBinding = {
  base: '/ucp/v1',
  paths: [
    { method: 'POST', path: '/checkout-sessions', operation: 'create_checkout' },
    { method: 'GET', path: '/checkout-sessions/:id', operation: 'get_checkout' },
    { method: 'PUT', path: '/checkout-sessions/:id', operation: 'update_checkout' },
    { method: 'POST', path: '/checkout-sessions/:id/complete', operation: 'complete_checkout' },
    { method: 'POST', path: '/checkout-sessions/:id/cancel', operation: 'cancel_checkout' },
    { method: 'GET', path: '/orders/:id', operation: 'get_order' },
  ],
};
const LODGING: RestBinding = {
  base: '/ucp/lodging/v1',
  paths: [
    { method: 'POST', path: '/booking-sessions', operation: 'create_booking_session' },
    { method: 'GET', path: '/booking-sessions/:id', operation: 'get_booking_session' },
    { method: 'PUT', path: '/booking-sessions/:id', operation: 'update_booking_session' },
    { method: 'POST', path: '/booking-sessions/:id/complete', operation: 'complete_booking_session' },
    { method: 'POST', path: '/booking-sessions/:id/cancel', operation: 'cancel_booking_session' },
  ],
};

/** `/ucp/v1`: the operations of UCP over REST. */
export const createRestMounts = (serve: UcpServer): readonly MountDeclaration[] => mountsOf(serve, SHOPPING);

/** `/ucp/lodging/v1`: those of the lodging draft. */
export const createLodgingRestMounts = (serve: UcpServer): readonly MountDeclaration[] => mountsOf(serve, LODGING);

function mountsOf(serve: UcpServer, { base, paths }: RestBinding): readonly MountDeclaration[] {
  return paths.map(({ method, path, operation }) => ({
    methods: [method],
    path: `${base}${path}`,
    async handle(context) {
      try {
        const { status, body } = await serve(context, () => readRequest(context, operation, base));
        answer(context, status, body);
      } catch (error) {
        const failure = readFailure(error);
        if (!failure) throw error;
        const { status, code, content, headers } = failure;
        answer(context, status, { code, content }, headers);
      }
    },
  }));
}

async function readRequest({ app, request }: MountContext, operation: UcpOperation, base: string) {
  const { pathname } = new URL(request.url ?? '/', app.config.publicUrl);
  const [, , id] = pathname.slice(base.length).split('/');
  const bytes = request.method === 'GET' ? Buffer.alloc(0) : await readBody(request, bodyBytesMax);
  return {
    operation,
    id: id === undefined ? undefined : decode(id),
    payload: parseJsonBody(bytes, request.headers),
    profileUrl: readAgentHeader(readHeader(request.headers, 'ucp-agent')),
    idempotencyKey: readHeader(request.headers, 'idempotency-key'),
    // The protocol compares the bytes, as Content-Digest does.
    fingerprint: createHash('sha256').update(bytes).digest('base64url'),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed('The id in the path cannot be read.');
  }
}

function answer(
  { response }: MountContext,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}
