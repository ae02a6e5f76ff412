import { Refusal } from '../platform/errors.ts';

/** What goes wrong before there is an outcome of the operation: the transports say it in their own form. */
export interface ProtocolFailure {
  readonly status: number;
  readonly code: string;
  /** For people. */
  readonly content: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Ends a UCP request with a protocol failure. */
export class UcpFailure extends Error {
  readonly failure: ProtocolFailure;

  constructor(failure: ProtocolFailure) {
    super(failure.content);
    this.name = 'UcpFailure';
    this.failure = failure;
  }
}

/** A request that cannot be read. */
export function malformed(content: string): UcpFailure {
  return new UcpFailure({ status: 400, code: 'invalid_request', content });
}

/** What the transports say of something thrown; undefined for what nobody foresaw. */
export function readFailure(error: unknown): ProtocolFailure | undefined {
  if (error instanceof UcpFailure) return error.failure;
  if (!(error instanceof Refusal)) return undefined;
  const { status, code, message, detail } = error;
  const headers = detail.headers ?? {};
  return { status: status === 422 ? 400 : status, code: code.toLowerCase(), content: message, headers };
}
