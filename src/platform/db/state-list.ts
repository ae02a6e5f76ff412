/**
 * States as the text of an SQL list: `('queued', 'running')`. The text is a literal so that the planner may use a
 * partial index (`where state = 'queued'`), which it cannot do for a parameter. Throws on a name that is not a plain
 * lower-case word.
 */
export function stateList(states: readonly string[]): string {
  const strange = states.find((state) => !/^[a-z_]+$/.test(state));
  if (strange !== undefined || states.length === 0) throw new RangeError(`Not a list of states: ${states.join(', ')}.`);
  return `(${states.map((state) => `'${state}'`).join(', ')})`;
}
