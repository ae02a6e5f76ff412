import type { Atlas } from '../../../src/reference/atlas.ts';
import { loadReference } from '../../../src/reference/load-reference.ts';
import { SCENARIO_PLACES } from '../../../simulator/scenarios/scenario-places.ts';
import { type ConnectionRules, readConnectionRules } from '../../../simulator/itineraries/connection-rules.ts';
import { hashText } from '../../../src/reference/hash.ts';
import { createInventory, type Inventory } from '../../../simulator/cabins/inventory.ts';
import { createMarkets, type Market } from '../../../simulator/itineraries/markets.ts';
import { buildNetwork, type Network } from '../../../simulator/schedule/network.ts';
import { readRouteGroups } from '../../../simulator/schedule/route-groups.ts';
import { createSlicePricer, type SlicePricer } from '../../../simulator/fares/slice-prices.ts';
import { createItinerarySearch, type ItinerarySearch } from '../../../simulator/itineraries/itinerary-search.ts';
import type { ZoneClock } from '../../../src/reference/zones.ts';
import { builtInWorldDir } from './world.ts';

/** The parts of the built-in world that its tests look at one by one. */
export interface Engine {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly zones: ZoneClock;
  readonly rules: ConnectionRules;
  readonly inventory: Inventory;
  readonly pricer: SlicePricer;
  readonly itineraries: ItinerarySearch;
  market(origin: number, destination: number): Market;
}

let shared: Engine | undefined;

/** The engine of the project's own world, or of that in BLY_WORLD_DIR, built once for all files of a worker. */
export function testEngine(): Engine {
  shared ??= buildEngine();
  return shared;
}

/** As `loadWorld` puts it together. */
function buildEngine(): Engine {
  const dir = process.env['BLY_WORLD_DIR'] ?? builtInWorldDir();
  const seed = hashText('bly');
  const { atlas, rates, zones } = loadReference(dir, SCENARIO_PLACES);
  const network = buildNetwork(atlas, readRouteGroups(dir, atlas, seed), zones);
  const rules = readConnectionRules(dir, atlas, network);
  const inventory = createInventory(atlas, network, seed);
  const marketOf = createMarkets(atlas, network);
  const market = (origin: number, destination: number): Market => {
    const [from, to] = [atlas.airports[origin], atlas.airports[destination]];
    if (!from || !to) throw new RangeError(`No airport pair ${origin}-${destination}`);
    return marketOf(from, to);
  };
  const facts = { atlas, network, zones, rules, inventory, rates, market };
  const pricer = createSlicePricer(facts);
  return { ...facts, pricer, itineraries: createItinerarySearch({ ...facts, pricer }) };
}
