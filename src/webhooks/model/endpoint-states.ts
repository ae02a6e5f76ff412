/** The lifecycle of an endpoint. `disabled` by its owner, by its own 410, or after days of nothing but failures. */
export const ENDPOINT_STATUSES = ['active', 'disabled'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

export const NEXT_ENDPOINT_STATUSES = {
  active: ['disabled'],
  disabled: ['active'],
} as const satisfies Record<EndpointStatus, readonly EndpointStatus[]>;

/** Why an endpoint is disabled, as shown to its owner. */
export type DisabledReason = 'requested' | 'gone' | 'failing';

/** The status after a move, or a throw where the table has none. Staying is a no-op. */
export function moveEndpoint(from: EndpointStatus, to: EndpointStatus): EndpointStatus {
  const next: readonly EndpointStatus[] = NEXT_ENDPOINT_STATUSES[from];
  if (from !== to && !next.includes(to)) throw new RangeError(`An endpoint does not move from ${from} to ${to}.`);
  return to;
}

/** An endpoint whose every attempt has failed for this long is disabled (contract, section 9). */
export const failingDaysMax = 5;

/** Whether an endpoint that has been failing since then, without one success, is to be disabled now. */
export function hasFailedTooLong(failingSince: Date | undefined, now: Date): boolean {
  return failingSince !== undefined && now.getTime() - failingSince.getTime() >= failingDaysMax * 86_400_000;
}
