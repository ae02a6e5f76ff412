import type { Caller } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import type { UserId } from '../platform/ids.ts';

/** The user who is calling. Their routes say `access: 'user'`, so that a key never comes this far. */
export function userIdOf({ principal }: Pick<Caller, 'principal'>): UserId {
  if (principal.kind !== 'user') throw refuse('user_required');
  return principal.userId;
}
