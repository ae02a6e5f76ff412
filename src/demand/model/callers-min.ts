/**
 * Distinct callers a unit needs before it is shown: with fewer, each could work out the others' (contract, section 10).
 */
export const CALLERS_MIN = { production: 5, sandbox: 1 } as const;
