import { createHash } from 'node:crypto';
import { bodyBytesMax, readBody } from '../platform/http/input/read-body.ts';
import { parseJsonBody } from '../platform/http/input/check-input.ts';
import { readHeader } from '../platform/http/input/request-headers.ts';
import type { MountContext, MountDeclaration } from '../platform/http/route.ts';
import type { UcpOperation } from './call.ts';
import { malformed, readFailure } from './failure.ts';
import { readAgentHeader } from './model/agent-header.ts';
import type { UcpServer } from './serve.ts';

const BASE = '/ucp/v1';
/** The paths of the REST binding. */
const PATHS: readonly {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly operation: UcpOperation;
}[] = [
  { method: 'POST', path: '/checkout-sessions', operation: 'create_checkout' },
  { method: 'GET', path: '/checkout-sessions/:id', operation: 'get_checkout' },
  { method: 'PUT', path: '/checkout-sessions/:id', operation: 'update_checkout' },
  { method: 'POST', path: '/checkout-sessions/:id/complete', operation: 'complete_checkout' },
  { method: 'POST', path: '/checkout-sessions/:id/cancel', operation: 'cancel_checkout' },
  { method: 'GET', path: '/orders/:id', operation: 'get_order' },
];

/** `/ucp/v1`: the operations of UCP over REST. */
export function createRestMounts(serve: UcpServer): readonly MountDeclaration[] {
  return PATHS.map(({ method, path, operation }) => ({
    methods: [method],
    path: `${BASE}${path}`,
    async handle(context) {
      try {
        const { status, body } = await serve(context, () => readRequest(context, operation));
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

async function readRequest({ app, request }: MountContext, operation: UcpOperation) {
  const { pathname } = new URL(request.url ?? '/', app.config.publicUrl);
  const [, , , , id] = pathname.split('/');
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
