/**
 * Deepest nesting a message may have, as a body of the API; no argument comes near it, and what walks them may recurse.
 */
const depthMax = 64;

/** Whether a value is nested deeper than any message needs to be. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth > depthMax || Object.values(value).some((element) => isTooDeep(element, depth + 1));
}
