import { expect, test } from 'vitest';
import type { DuffelReply } from '../replies.ts';
import { judgeAcceptance } from './acceptance.ts';
import type { AirlineChange } from './wire-changes.ts';

const change = (action: string | null): AirlineChange => ({
  id: 'aic_1',
  created_at: '2027-03-01T10:00:00Z',
  action_taken: action,
  added: [],
  removed: [],
});
const refused = (status: number, ...codes: readonly string[]): DuffelReply<AirlineChange> => ({
  kind: 'refused',
  status,
  codes,
  proof: `${status} ${codes.join(' ')}`,
  requestId: 'req_1',
});
const unknown = (wasSent: boolean): DuffelReply<AirlineChange> => ({
  kind: 'unknown',
  reason: 'connection',
  wasSent,
  status: undefined,
  codes: [],
  requestId: undefined,
  detail: 'reset',
});

test.each<readonly [string, DuffelReply<AirlineChange>, string]>([
  ['done', { kind: 'done', status: 200, requestId: undefined, value: change('accepted') }, 'accepted'],
  ['done, and not accepted', { kind: 'done', status: 200, requestId: undefined, value: change(null) }, 'unknown'],
  ['stale', refused(422, 'stale_airline_initiated_change_accept'), 'stale'],
  ['not found', refused(404, 'not_found'), 'stale'],
  ['nothing to accept', refused(422, 'unsupported_action'), 'refused'],
  ['a body it does not take', refused(422, 'validation_required'), 'refused'],
  ["the airline's own trouble", refused(422, 'airline_internal'), 'unknown'],
  ['a word nobody has documented', refused(422, 'quite_new'), 'unknown'],
  ['a definite word beside another', refused(422, 'unsupported_action', 'quite_new'), 'unknown'],
  ['no word', refused(422), 'unknown'],
  ['not now', refused(503, 'internal_server_error'), 'unknown'],
  ['too many calls', { kind: 'slow_down', status: 429, requestId: undefined, until: new Date(0) }, 'unknown'],
  ['a key refused', { kind: 'unauthorised', status: 401, requestId: undefined, codes: [], proof: '401' }, 'unsent'],
  ['no answer', unknown(true), 'unknown'],
  ['no connection', unknown(false), 'unsent'],
])('%s', (_, reply, kind) => {
  expect(judgeAcceptance(reply).kind).toBe(kind);
});
