/**
 * Why a mandate is not accepted. `error` is AP2's word for the receipt: `invalid_credential` (it cannot be trusted),
 * `invalid_mandate` (it does not allow this purchase), both final; `unresolved_constraint` (whether it does is not
 * known here: a person may still be asked).
 */
export interface MandateProblem {
  readonly error: 'invalid_credential' | 'invalid_mandate' | 'unresolved_constraint';
  readonly reason: 'unreadable' | 'signature' | 'expired' | 'scope' | 'replayed' | 'merchant_signature' | 'constraint';
  /** A sentence for the platform that presented it. */
  readonly description: string;
}

/** A mandate that is not accepted. */
export class MandateRefused extends Error {
  readonly problem: MandateProblem;

  constructor(problem: MandateProblem) {
    super(problem.description);
    this.problem = problem;
  }
}
