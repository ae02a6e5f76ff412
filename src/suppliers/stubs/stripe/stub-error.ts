/** An error as Stripe answers it: a declined card at 402, otherwise an invalid request. */
export class StubError extends Error {
  readonly status: number;
  readonly body: {
    readonly type: string;
    readonly code?: string;
    readonly decline_code?: string;
    readonly message: string;
  };

  constructor(status: number, code: string, message: string, declineCode?: string) {
    super(message);
    this.status = status;
    this.body = {
      type: status === 402 ? 'card_error' : 'invalid_request_error',
      code,
      message,
      ...(declineCode ? { decline_code: declineCode } : {}),
    };
  }
}
