import type { BaselineFilter } from '../../src/suppliers/ports/demand.ts';
import { AUDIENCE_COUNT } from './audiences.ts';
import { worthFor } from './city-flows.ts';
import { NOISE_COUNT } from './demand-field.ts';
import { audiencesOf, type DemandModel } from './demand-model.ts';
import type { Period } from './demand-days.ts';
import type { DemandVolumes } from './demand-volumes.ts';

/** Travelers from one city to another; km between their cells' centres. */
export interface Pair {
  readonly origin: number;
  readonly destination: number;
  readonly volume: number;
  readonly km: number;
}

/** So many of the greatest destinations, and of the greatest markets of each, represent a filter. */
const CITIES_LOOKED_AT = 8;

interface PairQuery {
  readonly model: DemandModel;
  readonly volumes: DemandVolumes;
  readonly filter: BaselineFilter;
  readonly period: Period;
}

/**
 * The pairs that make up most of a filter's volume: those that `byDestination` and `byMarket` would put first. Volumes
 * are worked out cell by cell; in a cell only cities that can still be among the greatest are looked at.
 */
export function greatestPairs(query: PairQuery): readonly Pair[] {
  const { model, filter } = query;
  const { field, gravity } = model;
  const only = filter.destination === undefined ? undefined : (field.cityByCode.get(filter.destination) ?? -1);
  if (only === -1) return [];
  const destinations = only === undefined ? greatestDestinations(query).cities : [only];
  return destinations.flatMap((destination) => {
    const { cities, volumes } = greatestOrigins(query, destination);
    return cities.map((origin, place) => ({
      origin,
      destination,
      volume: volumes[place] ?? 0,
      km: gravity.km(field.cityCell[origin] ?? 0, field.cityCell[destination] ?? 0),
    }));
  });
}

/** The greatest of the cities it is offered, in order; of equal ones the first. */
class Greatest {
  readonly cities: number[] = [];
  readonly volumes: number[] = [];
  /** Volumes up to this one no longer qualify. */
  least = 0;

  offer(city: number, volume: number): void {
    if (volume <= this.least) return;
    let at = this.volumes.length;
    while (at > 0 && (this.volumes[at - 1] ?? 0) < volume) at -= 1;
    this.cities.splice(at, 0, city);
    this.volumes.splice(at, 0, volume);
    if (this.cities.length > CITIES_LOOKED_AT) {
      this.cities.pop();
      this.volumes.pop();
    }
    if (this.cities.length === CITIES_LOOKED_AT) this.least = this.volumes[CITIES_LOOKED_AT - 1] ?? 0;
  }
}

/** Where most travelers go, from the filter's market or from everywhere. */
function greatestDestinations({ model, volumes, filter, period }: PairQuery): Greatest {
  const { field } = model;
  const flows = audiencesOf(filter).map((audience) => ({
    audience,
    scale: volumes.scale(period.kind, audience),
    ...volumes.inflow(filter.market, period, audience),
  }));
  const greatest = new Greatest();
  const noises = new Float64Array(NOISE_COUNT);
  for (let cell = 0; cell < model.greatestFirst.attraction.length; cell += 1) {
    for (const city of model.greatestFirst.attraction[cell] ?? []) {
      let [volume, most] = [0, 0];
      for (let n = 0; n < NOISE_COUNT; n += 1) noises[n] = field.noise[city * NOISE_COUNT + n] ?? 0;
      for (const { audience, scale, smooth, weight, noise, noiseMax } of flows) {
        const own = scale * (field.attraction[city * AUDIENCE_COUNT + audience] ?? 0);
        let there = 0;
        for (let n = 0; n < NOISE_COUNT; n += 1) there += (noises[n] ?? 0) * (noise[n] ?? 0);
        volume += own * ((smooth[cell] ?? 0) + (weight[cell] ?? 0) * there);
        most += own * ((smooth[cell] ?? 0) + (weight[cell] ?? 0) * noiseMax);
      }
      if (most <= greatest.least) break;
      greatest.offer(city, volume);
    }
  }
  return greatest;
}

/** Where most of those who go to a city come from. */
function greatestOrigins({ model, volumes, filter, period }: PairQuery, destination: number): Greatest {
  const { field, gravity } = model;
  const to = field.cityCell[destination] ?? 0;
  const { country = '' } = field.cells[to] ?? {};
  const market = filter.market === undefined ? undefined : volumes.market(filter.market);
  const worths = audiencesOf(filter).map((audience) => ({
    audience,
    worth: volumes.worth(destination, period, audience),
  }));
  const greatest = new Greatest();
  const weights = new Float64Array(AUDIENCE_COUNT);
  const visit = (from: number, cities: readonly number[]): void => {
    const here = field.cells[from];
    if (!here || from === to) return;
    gravity.weighAll(to, from, weights);
    for (const { audience, worth } of worths)
      weights[audience] = (weights[audience] ?? 0) * worthFor(worth, here.group, here.country === country);
    for (const city of cities) {
      let volume = 0;
      for (const { audience } of worths)
        volume += (field.home[city * AUDIENCE_COUNT + audience] ?? 0) * (weights[audience] ?? 0);
      if (volume <= greatest.least) break;
      greatest.offer(city, volume);
    }
  };
  const { home } = model.greatestFirst;
  // By number: entries() makes two objects for each cell, megabytes for a page of rows.
  if (market === undefined) for (let cell = 0; cell < home.length; cell += 1) visit(cell, home[cell] ?? []);
  else if (market.isCountry) for (const cell of market.homes.keys()) visit(cell, home[cell] ?? []);
  else for (const city of market.cities) visit(field.cityCell[city] ?? 0, [city]);
  return greatest;
}
