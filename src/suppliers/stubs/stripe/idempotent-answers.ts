/** What an API call answers. */
export interface StubAnswer {
  readonly status: number;
  readonly body: object;
}

/** A request as far as idempotency looks at it. */
interface KeyedRequest {
  readonly method: string;
  readonly path: string;
  readonly form: unknown;
  readonly idempotencyKey: string | undefined;
}

/** First answers by idempotency key. */
export interface IdempotentAnswers {
  /**
   * Runs `work`, or repeats the first answer of the request's key, whatever it was. Other parameters under a key are an
   * error. Requests without a key, and reads, run every time.
   */
  run(request: KeyedRequest, work: () => StubAnswer): StubAnswer;
  /** Forgets all keys, as Stripe does after a day. */
  forget(): void;
}

/** `answer` is undefined while the first request of the key runs. */
interface FirstAnswer {
  readonly parameters: string;
  answer: StubAnswer | undefined;
}

/** Makes an empty memory of answers. */
export function createIdempotentAnswers(): IdempotentAnswers {
  const byKey = new Map<string, FirstAnswer>();
  return {
    forget: () => byKey.clear(),
    run({ method, path, form, idempotencyKey: key }, work) {
      if (key === undefined || method !== 'POST') return work();
      const parameters = JSON.stringify([path, form]);
      const first = byKey.get(key);
      if (first !== undefined) return repeat(first, parameters);
      const fresh: FirstAnswer = { parameters, answer: undefined };
      byKey.set(key, fresh);
      const { status, body } = work();
      fresh.answer = { status, body: structuredClone(body) };
      return fresh.answer;
    },
  };
}

function repeat(first: FirstAnswer, parameters: string): StubAnswer {
  if (first.parameters !== parameters)
    return refuse(
      400,
      'idempotency_error',
      'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    );
  return (
    first.answer ?? refuse(409, 'idempotency_error', 'There is currently another in-progress request using this key.')
  );
}

/** An error in Stripe's form. */
export function refuse(status: number, type: string, message: string): StubAnswer {
  return { status, body: { error: { type, message } } };
}
