import KDBush from 'kdbush';
import { greatCircleKm } from '../../../src/travel/geography/distance.ts';
import type { BranchFacts, RentalBranch } from './rental-branch.ts';

/** How far from a point a customer goes to pick up a car. */
export const AROUND_KM = 30;
/** A branch lies at most this far from the airport or centre it belongs to. */
const STRAY_KM = 3;
const KM_PER_DEGREE = 111.19;
const POLE_COSINE_MIN = 0.01;

interface Site {
  readonly latitude: number;
  readonly longitude: number;
  branches(): readonly RentalBranch[];
}

interface SiteBranches {
  ofAirport(iata: string): readonly RentalBranch[];
  ofTown(cityCode: string): readonly RentalBranch[];
  hasTown(cityCode: string): boolean;
}

/** Finds branches within AROUND_KM of a point, nearest first. The index of places is built by the first query. */
export function createBranchesAround(
  facts: BranchFacts,
  { ofAirport, ofTown, hasTown }: SiteBranches,
): (latitude: number, longitude: number) => readonly RentalBranch[] {
  let index: { readonly sites: readonly Site[]; readonly tree: KDBush } | undefined;

  function load() {
    const sites: Site[] = facts.atlas.airports.map(({ iata, latitude, longitude }) => ({
      latitude,
      longitude,
      branches: () => ofAirport(iata),
    }));
    for (const { code, latitude, longitude } of facts.atlas.cities) {
      if (hasTown(code)) sites.push({ latitude, longitude, branches: () => ofTown(code) });
    }
    const tree = new KDBush(sites.length);
    for (const { latitude, longitude } of sites) tree.add(longitude, latitude);
    return { sites, tree: tree.finish() };
  }

  return (latitude, longitude) => {
    index ??= load();
    const { sites, tree } = index;
    const near = findNear(tree, latitude, longitude).flatMap((id) => sites[id]?.branches() ?? []);
    const measured = near.map((branch) => ({
      branch,
      km: greatCircleKm(latitude, longitude, branch.latitude, branch.longitude),
    }));
    return measured
      .filter(({ km }) => km <= AROUND_KM)
      .sort((a, b) => a.km - b.km)
      .map(({ branch }) => branch);
  };
}

/**
 * The tree is flat: a box of degrees wide enough at this latitude, and once more on the other side of the date line.
 */
function findNear(tree: KDBush, latitude: number, longitude: number): number[] {
  const high = (AROUND_KM + STRAY_KM) / KM_PER_DEGREE;
  const farthest = Math.min(90, Math.abs(latitude) + high);
  const wide = Math.min(180, high / Math.max(POLE_COSINE_MIN, Math.cos((farthest * Math.PI) / 180)));
  const found = [0, 360, -360].flatMap((turn) =>
    tree.range(longitude + turn - wide, latitude - high, longitude + turn + wide, latitude + high),
  );
  return [...new Set(found)];
}
