import { readFileSync } from 'node:fs';

/**
 * Every place between two steps of the money path where a test may kill the process (`kill -9`, no clean-up). The fault
 * tests walk this list, so a step that is added without a point is a step without proof.
 */
export const FAULT_POINTS = [
  'pay.after_attempt_intent', 'pay.after_open', 'pay.after_submit_call', 'pay.before_outcome_commit', 'pay.after_outcome',
  'fulfil.start', 'fulfil.after_book_intent', 'fulfil.after_book_call', 'fulfil.before_book_commit', 'fulfil.after_book_result',
  'fulfil.after_capture_call', 'fulfil.before_end_commit', 'fulfil.after_end',
  'fulfil.after_cancel_intent', 'fulfil.after_cancel_call',
  'release.after_intent', 'release.after_call',
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

/** `BLY_FAULT_FILE` names a file that holds the point to die at; read anew at each point so that a running server can be armed. */
const faultFile = process.env['BLY_ENVIRONMENT'] === 'production' ? undefined : process.env['BLY_FAULT_FILE'];

/** Dies here when a fault test has armed this point; nothing at all otherwise. */
export function faultPoint(point: FaultPoint): void {
  if (faultFile === undefined) return;
  if (readFileSync(faultFile, 'utf8').trim() === point) process.kill(process.pid, 'SIGKILL');
}
