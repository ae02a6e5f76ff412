import type { App } from '../context.ts';
import { hashId } from './adapter.ts';
import { deviceCodeSeconds, interactionSeconds, type IssuerName } from './model/issuer.ts';
import { claimDecision } from './payload-store.ts';

/** What a user decides about. */
export interface Decision {
  readonly issuer: IssuerName;
  readonly model: 'Interaction' | 'DeviceCode';
  /** The library's id. */
  readonly id: string;
}

/**
 * Claims a decision before anything comes of it: of answers that arrive together one counts, whatever each of them
 * says. False for the others.
 */
export function decideOnce(app: Pick<App, 'db' | 'clock'>, { issuer, model, id }: Decision): Promise<boolean> {
  const now = app.clock.now();
  const lifeSeconds = model === 'Interaction' ? interactionSeconds : deviceCodeSeconds;
  return claimDecision(
    app.db,
    { issuer, model, idHash: hashId(id), expiresAt: new Date(now.getTime() + lifeSeconds * 1_000) },
    now,
  );
}
