import type { App, Caller } from '../../context.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import { isDue } from '../model/content-states.ts';
import type { RecentCity } from './content-index.ts';
import { cityKey } from './hotel-terms.ts';
import { fillContentJob } from './jobs.ts';
import {
  askForCityAgain,
  type CityContent,
  type CityKey,
  countAskedCities,
  insertCity,
  touchCity,
} from './store-city.ts';

/** A city of a supplier that a search has used. */
export interface UsedCity {
  readonly supplier: string;
  /** ISO code. */
  readonly country: string;
  /** As the supplier names it. */
  readonly name: string;
}

/** Cities that an organization may have waiting; others are asked for by a later search. */
const ASKED_MAX = 20;
/** A city is looked up again by a search after this long. */
const CITY_LIFE_MS = 5_000;

/**
 * Notes that cities were used by a search: one that is not stored yet, or was read too long ago, is put into the queue,
 * as long as the organization has not too many there. Returns what is known of each; a city that cannot be asked for
 * now is left out. Storage that fails costs no search.
 */
export async function noteCities(
  app: App,
  { organizationId }: Pick<Caller, 'organizationId'>,
  cities: readonly UsedCity[],
): Promise<readonly CityContent[]> {
  const known: CityContent[] = [];
  const now = app.clock.now();
  for (const used of cities) {
    const key = cityKey(used.supplier, used);
    if (key.city === '' || used.country === '') continue;
    const cached = `${organizationId} ${key.supplier} ${key.country} ${key.city}`;
    try {
      const recent = app.contentIndex.recentCities.get(cached);
      const city = isRecent(recent, now)
        ? recent.city
        : await noteCity(app, organizationId, { key, name: used.name, now });
      if (city === undefined) continue;
      if (!isRecent(recent, now)) app.contentIndex.recentCities.set(cached, { city, at: now });
      known.push(city);
    } catch (err) {
      app.log.warn({ err, city: key }, 'the content of a city could not be asked for');
    }
  }
  return known;
}

function isRecent(recent: RecentCity | undefined, now: Date): recent is RecentCity {
  return recent !== undefined && now.getTime() - recent.at.getTime() < CITY_LIFE_MS;
}

async function noteCity(
  app: App,
  organizationId: OrganizationId,
  { key, name, now }: { readonly key: CityKey; readonly name: string; readonly now: Date },
): Promise<CityContent | undefined> {
  return await app.db.transaction(async (tx) => {
    const known = await touchCity(tx, key, now);
    if (known !== undefined && !isDue(known, now)) return known;
    if ((await countAskedCities(tx, organizationId)) >= ASKED_MAX) return known;
    const requested =
      known === undefined
        ? await insertCity(tx, { ...key, name, organizationId }, now)
        : await askForCityAgain(tx, key, organizationId, now);
    if (requested === undefined) return known;
    await enqueue(app, tx, requested);
    return requested;
  });
}

async function enqueue(app: App, tx: Tx, { organizationId, supplier, country, city }: CityContent): Promise<void> {
  await app.jobs.enqueue(tx, fillContentJob, {
    organizationId,
    payload: { supplier, country, city },
    key: `${supplier} ${country} ${city}`,
  });
}
