import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../errors.ts';
import { refusalOf } from '../send/answer.ts';
import { formBytesMax, hasNoBody, readBody } from '../input/read-body.ts';
import { chooseCoding } from '../compression/accept-encoding.ts';
import { readCookies, readRequestId, readSessionId } from '../input/request-headers.ts';
import { describeRequest, forgetRequest } from '../input/request-info.ts';
import type { PageAnswer, PageDeclaration } from '../route.ts';
import type { ServerParts } from './exchange.ts';
import { addVary, sendBody } from '../send/send-body.ts';

const nonceBytes = 16;
/** More fields than any form of ours has. */
const formFieldsMax = 200;
const FILES_CONTENT_TYPE = /^multipart\/form-data\s*;/i;
const FORM_CONTENT_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** One request for a page: the same ids and the same refusals as an operation, answered in HTML. */
export async function runPage(
  parts: ServerParts,
  page: PageDeclaration,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const requestId = readRequestId(request.raw.headers);
  const nonce = randomBytes(nonceBytes).toString('base64');
  const answer = await answerSafely(parts, page, request, { requestId, nonce });
  return sendPage(parts, request, reply, { requestId, nonce, answer, keepsOpener: page.keepsOpener ?? false });
}

/** The page of a refusal, for paths that are read by people. */
export function sendErrorPage(
  parts: ServerParts,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): FastifyReply | Promise<FastifyReply> {
  const requestId = readRequestId(request.raw.headers);
  const nonce = randomBytes(nonceBytes).toString('base64');
  const answer = errorAnswer(parts, request, { status, requestId, nonce });
  return sendPage(parts, request, reply, { requestId, nonce, answer, keepsOpener: false });
}

/** Where a page is for good. */
export function sendMoved(
  parts: ServerParts,
  request: FastifyRequest,
  reply: FastifyReply,
  location: string,
): FastifyReply | Promise<FastifyReply> {
  const requestId = readRequestId(request.raw.headers);
  const nonce = randomBytes(nonceBytes).toString('base64');
  return sendPage(parts, request, reply, { requestId, nonce, answer: { status: 308, location }, keepsOpener: false });
}

async function answerSafely(
  parts: ServerParts,
  page: PageDeclaration,
  request: FastifyRequest,
  facts: { readonly requestId: string; readonly nonce: string },
): Promise<PageAnswer> {
  try {
    if (parts.readiness.isStopping) throw refuse('service_stopping', { headers: { 'Retry-After': '1' } });
    return await page.handle({
      app: parts.app,
      params: textsOf(request.params),
      query: textsOf(request.query),
      form: page.method === 'POST' ? await readForm(request, page.filesBytesMax) : {},
      cookies: readCookies(request.raw.headers),
      request: describeRequest(request, {
        requestId: facts.requestId,
        sessionId: readSessionId(request.raw.headers),
        idempotency: undefined,
      }),
      nonce: facts.nonce,
    });
  } catch (error) {
    const operationId = `page ${page.method} ${page.path}`;
    const refusal = refusalOf(parts.app, error, {
      requestId: facts.requestId,
      operationId,
      translate: parts.translate,
    });
    return {
      ...errorAnswer(parts, request, { ...facts, status: refusal.status }),
      headers: refusal.detail.headers ?? {},
    };
  } finally {
    forgetRequest(request);
  }
}

async function readForm(
  request: FastifyRequest,
  filesBytesMax: number | undefined,
): Promise<Readonly<Record<string, string>>> {
  if (hasNoBody(request.raw)) return {};
  const contentType = request.headers['content-type'] ?? '';
  if (filesBytesMax !== undefined && FILES_CONTENT_TYPE.test(contentType))
    return await readFiles(await readBody(request.raw, filesBytesMax), contentType);
  const bytes = await readBody(request.raw, formBytesMax);
  if (bytes.length > 0 && !FORM_CONTENT_TYPE.test(contentType)) {
    throw refuse('content_type_unsupported', { message: 'Send the form as application/x-www-form-urlencoded.' });
  }
  return textsOf(Object.fromEntries([...new URLSearchParams(bytes.toString('utf8'))].slice(0, formFieldsMax)));
}

/** The fields of a form with files, each file as base64: what it is called and said to be is not looked at. */
async function readFiles(bytes: Buffer, contentType: string): Promise<Readonly<Record<string, string>>> {
  const body = new Uint8Array(bytes);
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData().catch(() => undefined);
  if (form === undefined) throw refuse('body_malformed', { message: 'The form is not valid multipart/form-data.' });
  const fields = await Promise.all(
    [...form]
      .slice(0, formFieldsMax)
      .map(
        async ([name, value]): Promise<readonly [string, string]> => [
          name,
          typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()).toString('base64'),
        ],
      ),
  );
  return textsOf(Object.fromEntries(fields));
}

/** Named texts without characters that no field of ours may hold; of a repeated name the last counts. */
function textsOf(named: unknown): Readonly<Record<string, string>> {
  const texts: Record<string, string> = Object.create(null);
  if (typeof named !== 'object' || named === null) return texts;
  for (const [name, value] of Object.entries(named)) {
    const text = Array.isArray(value) ? value.at(-1) : value;
    if (typeof text === 'string') texts[name] = text.replaceAll('\u0000', '').toWellFormed();
  }
  return texts;
}

function errorAnswer(
  parts: ServerParts,
  request: FastifyRequest,
  facts: { readonly status: number; readonly requestId: string; readonly nonce: string },
): PageAnswer {
  const isSandbox = parts.app.config.environment === 'sandbox';
  const { locale } = textsOf(request.query);
  return {
    status: facts.status,
    html: parts.renderError({ ...facts, isSandbox, locale, acceptLanguage: request.headers['accept-language'] ?? '' }),
  };
}

function sendPage(
  parts: ServerParts,
  request: FastifyRequest,
  reply: FastifyReply,
  page: {
    readonly requestId: string;
    readonly nonce: string;
    readonly answer: PageAnswer;
    readonly keepsOpener: boolean;
  },
): FastifyReply | Promise<FastifyReply> {
  const { answer } = page;
  const sessionId = readSessionId(request.raw.headers);
  reply
    .code(answer.status)
    .headers(parts.pageHeaders)
    .header('cache-control', 'no-store')
    .header('x-request-id', page.requestId);
  reply.header('content-security-policy', securityPolicy(page.nonce, answer.formOrigins ?? []));
  if (!page.keepsOpener) reply.header('cross-origin-opener-policy', 'same-origin');
  if (sessionId !== undefined) reply.header('x-session-id', sessionId);
  if (parts.readiness.isStopping) reply.header('connection', 'close');
  if (answer.location !== undefined) reply.header('location', answer.location);
  for (const cookie of answer.cookies ?? []) reply.header('set-cookie', cookie);
  reply.header('content-type', answer.contentType ?? 'text/html; charset=utf-8');
  reply.headers(answer.headers ?? {});
  return sendPageBody(parts, request, reply, answer);
}

/**
 * Only what is the same for everybody is compressed: pages and files with an ETag. A page of one reader may hold a
 * form's token beside text that came with the request, and the length of both compressed together would give the token
 * away letter by letter (BREACH).
 */
function sendPageBody(
  parts: ServerParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, html = '', bytes, headers }: PageAnswer,
): FastifyReply | Promise<FastifyReply> {
  const etag = headers?.['etag'];
  const isCompressible = etag !== undefined && status === 200 && bytes === undefined;
  // Compressed bytes are others than the plain ones: their validator is a weak one, also where it says that nothing has
  // changed.
  if (etag !== undefined && chooseCoding(request.raw.headers['accept-encoding']) !== undefined)
    reply.header('etag', `W/${etag}`);
  if (etag !== undefined && !isCompressible) addVary(reply);
  return sendBody(parts, request, reply, {
    payload: bytes ?? html,
    owner: typeof html === 'string' ? undefined : 'shared',
    isSentOnce: false,
    isCompressible,
  });
}

/**
 * Nothing but our own files and the elements that carry this response's nonce; nobody may frame a page that takes a
 * card.
 */
function securityPolicy(nonce: string, formOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    `script-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    ["form-action 'self'", ...formOrigins].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
