/** Statuses of Duffel's own that come before any work: a request that is malformed or not allowed. */
export const BEFORE_ANY_WORK: readonly number[] = [400, 403, 404, 405, 406, 413, 415];

/** How codes begin that say what is wrong with the request itself. */
const PREFIXES = ['validation_', 'invalid_', 'missing_', 'malformed_'] as const;

/**
 * True where every code of a refusal is one of `known`, or says what is wrong with the request itself: it was refused
 * before anything was done. A refusal without a code proves nothing, nor does another word beside them.
 */
export function areDefinite(codes: readonly string[], known: ReadonlySet<string>): boolean {
  return (
    codes.length > 0 && codes.every((code) => known.has(code) || PREFIXES.some((prefix) => code.startsWith(prefix)))
  );
}
