import { loadReference } from '../src/reference/load-reference.ts';
import { SCENARIO_PLACES } from '../simulator/scenarios/scenario-places.ts';
import { readConnectionRules } from '../simulator/itineraries/connection-rules.ts';
import { hashText } from '../src/reference/hash.ts';
import { createInventory } from '../simulator/cabins/inventory.ts';
import { createMarkets } from '../simulator/itineraries/markets.ts';
import { buildNetwork } from '../simulator/schedule/network.ts';
import { readRouteGroups } from '../simulator/schedule/route-groups.ts';
import { createSlicePricer } from '../simulator/fares/slice-prices.ts';
import { createItinerarySearch } from '../simulator/itineraries/itinerary-search.ts';
import { WORLD_DIR } from './service.ts';

/** The seed of the worlds measured. */
export const worldSeed = 'bly';

/** The parts of a world that anchors walk over, and the search that is measured, as `loadWorld` puts them together. */
export function loadEngine() {
  const seed = hashText(worldSeed);
  const { atlas, rates, zones } = loadReference(WORLD_DIR, SCENARIO_PLACES);
  const network = buildNetwork(atlas, readRouteGroups(WORLD_DIR, atlas, seed), zones);
  const rules = readConnectionRules(WORLD_DIR, atlas, network);
  const inventory = createInventory(atlas, network, seed);
  const marketOf = createMarkets(atlas, network);
  const market = (origin: number, destination: number) => {
    const [from, to] = [atlas.airports[origin], atlas.airports[destination]];
    if (!from || !to) throw new RangeError(`No airport pair ${origin}-${destination}`);
    return marketOf(from, to);
  };
  const facts = { atlas, zones, network, rules, inventory, rates, market };
  return { ...facts, itineraries: createItinerarySearch({ ...facts, pricer: createSlicePricer(facts) }) };
}
export type Engine = ReturnType<typeof loadEngine>;

/** Numbers in [0, 1), the same every time. */
export function createSequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
