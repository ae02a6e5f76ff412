/** A lifecycle: which states a thing may have, and which state may follow which. */
export interface Lifecycle<S extends string> {
  /** Every state, in the order of the table; the first one is where every thing begins. */
  readonly states: readonly S[];
  /** The table: for each state the states that may follow it. */
  readonly next: Readonly<Record<S, readonly S[]>>;
  /** States that may still change. */
  readonly open: readonly S[];
  /** True when the table has the move. Staying is not a move. */
  mayMove(from: S, to: S): boolean;
  /** States from which one move leads to `to`: the guard of the SQL statement that makes the move. */
  allowedFrom(to: S): readonly S[];
  /** Returns `to`; throws a RangeError that names both states when the table does not have the move. */
  move<To extends S>(from: S, to: To): To;
  /** As `move`, but staying is allowed: for outcomes that may arrive twice. */
  moveOrStay<To extends S>(from: S, to: To): To;
}

/** The states of a lifecycle: `StateOf<typeof tripLifecycle>`. */
export type StateOf<L> = L extends Lifecycle<infer S> ? S : never;

/**
 * Makes a lifecycle of a table. Throws when the module loads if the table names a state that has no row, or has a state
 * that no chain of moves from the first one reaches. `subject` begins the sentence of a refused move.
 *
 * @example
 * const mailLifecycle = defineLifecycle('A mail', { pending: ['sent', 'failed'], sent: [], failed: [] });
 * mailLifecycle.allowedFrom('sent'); // ['pending']
 * mailLifecycle.move('sent', 'failed'); // RangeError: A mail cannot go from sent to failed.
 */
export function defineLifecycle<S extends string>(
  subject: string,
  next: Readonly<Record<S, readonly NoInfer<S>[]>>,
): Lifecycle<S> {
  const states: S[] = [];
  for (const state in next) states.push(state);
  assertWhole(subject, states, next);

  const mayMove = (from: S, to: S): boolean => next[from].includes(to);
  const move = <To extends S>(from: S, to: To): To => {
    if (!mayMove(from, to)) throw new RangeError(`${subject} cannot go from ${from} to ${to}.`);
    return to;
  };
  const sources = new Map(states.map((to) => [to, states.filter((from) => mayMove(from, to))]));
  return {
    states,
    next,
    open: states.filter((state) => next[state].length > 0),
    mayMove,
    allowedFrom: (to) => sources.get(to) ?? [],
    move,
    moveOrStay: (from, to) => (from === to ? to : move(from, to)),
  };
}

function assertWhole<S extends string>(
  subject: string,
  states: readonly S[],
  next: Readonly<Record<S, readonly S[]>>,
): void {
  const known = new Set<string>(states);
  const unknown = states.flatMap((state) => next[state]).find((state) => !known.has(state));
  if (unknown !== undefined) throw new RangeError(`${subject} moves to ${unknown}, which has no row in its table.`);
  const reached = new Set<S>(states.slice(0, 1));
  for (const from of reached) for (const to of next[from]) reached.add(to);
  const lost = states.find((state) => !reached.has(state));
  if (lost !== undefined) throw new RangeError(`${subject} never becomes ${lost}: no move leads there.`);
}
