import { findFormToken, findKey } from './credential.ts';

/** A field that the API refused, and why. */
export interface FieldProblem {
  readonly path: string;
  readonly problem: string;
}

/** An answer that is none, or no connection at all (`status` 0). */
export class ApiFailure extends Error {
  readonly status: number;
  readonly fields: readonly FieldProblem[];
  /** When asking again makes sense; of 429 and 503. */
  readonly retryAt: Date | undefined;

  constructor(
    status: number,
    message: string,
    detail: { readonly fields?: readonly FieldProblem[]; readonly retryAt?: Date | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.fields = detail.fields ?? [];
    this.retryAt = detail.retryAt;
  }
}

/** What a refusal looks like. */
interface ErrorBody {
  readonly error?: { readonly message?: string };
  readonly fields?: readonly FieldProblem[];
  readonly resets_at?: string;
}

/** How many answers are cached, so that a view just left comes back at once (back, forward, undo). */
const cachedMax = 60;
/** How long a cached answer counts as current. */
const cachedMs = 120_000;
const cachedAnswers = new Map<string, { readonly at: number; readonly json: string }>();

/** Calls an operation. Throws `ApiFailure`; an aborted request throws what `fetch` does. */
export async function ask<T>(path: string, body: unknown, signal: AbortSignal): Promise<T> {
  const request = `${findKey() ?? ''} ${path} ${JSON.stringify(body)}`;
  const known = cachedAnswers.get(request);
  const isFresh = known !== undefined && Date.now() - known.at < cachedMs;
  const json = isFresh ? known.json : await send(path, body, signal);
  if (!isFresh) cachedAnswers.set(request, { at: Date.now(), json });
  for (const oldest of cachedAnswers.keys()) if (cachedAnswers.size > cachedMax) cachedAnswers.delete(oldest);
  return JSON.parse(json);
}

/** Forgets all answers: another key may see others. */
export function forgetAnswers(): void {
  cachedAnswers.clear();
}

/** Whether an error is that of a request nobody waits for any more. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

async function send(path: string, body: unknown, signal: AbortSignal): Promise<string> {
  const response = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    signal,
    cache: 'no-store',
    headers: headersOf(body !== undefined),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    if (isAborted(error)) throw error;
    throw new ApiFailure(0, 'No connection to the server.');
  });
  if (!response.ok) throw await readFailure(response);
  return await response.text();
}

function headersOf(isPost: boolean): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (isPost) headers['content-type'] = 'application/json';
  const key = findKey();
  const token = findFormToken();
  if (key !== undefined) headers['authorization'] = `Bearer ${key}`;
  else if (token !== undefined) headers['x-csrf-token'] = token;
  return headers;
}

async function readFailure(response: Response): Promise<ApiFailure> {
  const body: ErrorBody = await response.json().catch(() => ({}));
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAt =
    body.resets_at !== undefined
      ? new Date(body.resets_at)
      : Number.isFinite(seconds)
        ? new Date(Date.now() + seconds * 1000)
        : undefined;
  return new ApiFailure(response.status, body.error?.message ?? `The server answered ${response.status}.`, {
    fields: body.fields ?? [],
    retryAt,
  });
}
