import { CommandFailure } from './command-failure.ts';
import { EXIT } from './exit-codes.ts';

/** Longer than the slowest operation takes. */
const answerTimeoutMs = 120_000;

/** One request. */
export interface ServiceRequest {
  readonly url: string;
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs?: number;
}
/** What came back. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Sends one request. Throws `CommandFailure` (cannot connect) when no answer comes, and for a redirect: followed, it
 * would carry the credential elsewhere.
 */
export async function callService(request: ServiceRequest): Promise<ServiceAnswer> {
  const answer = await send(request);
  if (answer.status < 300 || answer.status >= 400) return answer;
  const target = answer.headers.get('location') ?? '';
  const named = URL.canParse(target, request.url) ? new URL(target, request.url).origin : 'nowhere';
  throw new CommandFailure(
    `${new URL(request.url).origin} sends us on to ${named}: give that as --url if it is the service.`,
  );
}

async function send({
  url,
  method,
  headers,
  body,
  timeoutMs = answerTimeoutMs,
}: ServiceRequest): Promise<ServiceAnswer> {
  try {
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(headers ? { headers: { ...headers } } : {}),
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  } catch (cause) {
    throw new CommandFailure(
      `Cannot reach ${new URL(url).origin}: ${causeOf(cause)}. Is it running? \`bly doctor\` looks closer.`,
      { cause, exitCode: EXIT.unreachable },
    );
  }
}

/** Why a connection failed, in few words. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

/** JSON as it came; undefined for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
