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
