import { ID_PREFIXES } from '../../platform/ids.ts';

/** Who has the id of a checkout session can open its page. */
const { session: _, ...HARMLESS_PREFIXES } = ID_PREFIXES;
/**
 * What may stand in a path of the log: ids of ours (`trip_…`), references of bookings, numbers. Nobody learns from them
 * who somebody is; anything else may be a name, an address or a secret that was typed where an id belongs.
 */
const HARMLESS = new RegExp(
  `^(?:(?:${Object.values(HARMLESS_PREFIXES).join('|')})[0-9A-Za-z]{8,40}|BLY-[0-9A-Z]{6}|\\d{1,12})$`,
);
const PARAMETER = /:(\w+)/g;

/** The path of a call with what may be shown of it: `/v1/trip/trip_0R5m…`, or `/v1/trip/:trip_id`. */
export function loggedPath(path: string, params: unknown): string {
  if (!path.includes(':')) return path;
  const named = new Map(typeof params === 'object' && params !== null ? Object.entries(params) : []);
  return path.replaceAll(PARAMETER, (parameter, name: string) => {
    const value: unknown = named.get(name);
    return typeof value === 'string' && HARMLESS.test(value) ? value : parameter;
  });
}
