/** One call as it was answered; `status` is undefined where no answer was sent. */
export interface LoggedCall<Operation extends string> {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly status: number | undefined;
  readonly at: string;
}

/** The calls of one key. */
export interface CallLog<Operation extends string> {
  /** Counts a call; what it answers is called with the status once that is known. */
  begin(call: Omit<LoggedCall<Operation>, 'status'>): (status: number) => void;
  /** How often each operation was called since the last `reset`. */
  counts(): Readonly<Partial<Record<Operation, number>>>;
  /** The latest calls, oldest first. */
  recent(): readonly LoggedCall<Operation>[];
  reset(): void;
}

const recentMax = 1_000;

/** Makes an empty log of calls. */
export function createCallLog<Operation extends string>(): CallLog<Operation> {
  let calls: { call: LoggedCall<Operation> }[] = [];
  let counts: Partial<Record<Operation, number>> = {};
  return {
    begin(call) {
      const entry: { call: LoggedCall<Operation> } = { call: { ...call, status: undefined } };
      counts[call.operation] = (counts[call.operation] ?? 0) + 1;
      calls = [...calls.slice(-recentMax + 1), entry];
      return (status) => {
        entry.call = { ...entry.call, status };
      };
    },
    counts: () => ({ ...counts }),
    recent: () => calls.map(({ call }) => call),
    reset() {
      calls = [];
      counts = {};
    },
  };
}
