import { yieldIfBusy } from '../../src/platform/scheduling/fair-scheduler.ts';
import { type Extension, selectBases } from './base-connections.ts';
import type { IndexBuild } from './index-build.ts';
import { findTransfers } from './find-transfers.ts';
import { offerTransfer } from './offer-transfer.ts';
import type { ReachableFares } from './reachable-fares.ts';

const EVERY_DAY = 127;
/** Airports looked at between two yields. */
const AIRPORTS_PER_SLICE = 200;

/**
 * One-stop itineraries: of all carriers, and of those that sell connections between their own flights only.
 */
export type OneStopFares = readonly [ReachableFares, ReachableFares];

/**
 * Offers two-stop itineraries to an index: base connections with one flight more at the far end. By the ticketing rules
 * they are sold on days without a nonstop between the two cities; `nonstopDays` holds, by city, the weekdays with one.
 *
 * Example: for Kathmandu (KTM), an index of Bremen (BRE) looks at the routes into KTM (DEL-KTM, IST-KTM, DOH-KTM …) and
 * at the base connections from Bremen to the airports they come from. `findTransfers` picks the cheapest, such as
 * BRE-FRA-DEL and BRE-FRA-IST, and `offerTransfer` adds the flights DEL-KTM and IST-KTM to them.
 */
export async function extendByOneStop(
  build: IndexBuild,
  [oneStops, ownOneStops]: OneStopFares,
  nonstopDays: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  const {
    facts: { atlas },
    query,
    fares,
  } = build;
  const all = [selectBases(build, ownOneStops, true), selectBases(build, oneStops, false)];
  for (const index of query.airports) {
    const own = atlas.airports[index];
    if (!own) continue;
    const [origin, others] = [index, all.map((bases): Extension => ({ build, bases, own }))];
    for (const far of atlas.airports) {
      if (far.index % AIRPORTS_PER_SLICE === 0) await yieldIfBusy(signal);
      const days = nonstopDays[far.city] ?? 0;
      if (days === EVERY_DAY || far.city === own.city) continue;
      let found = 0;
      for (const extension of others) found += findTransfers(extension, far);
      if (found === 0) continue;
      if (query.side === 'out') fares.enter(origin, far.index);
      else fares.enter(far.index, origin);
      for (const extension of others)
        for (let transfer = 0; transfer < extension.bases.transfers.count; transfer += 1)
          offerTransfer(extension, far, transfer, EVERY_DAY & ~days);
    }
  }
}
