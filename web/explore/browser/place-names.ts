import { ask, isAborted } from './api.ts';
import type { PlacesAnswer } from './answers.ts';
import { AUDIENCE_NAMES, countryName } from './format.ts';
import type { Subject } from './state.ts';

/** Hits among which the city of a code is looked for: names that begin with the letters come too. */
const hitsMax = 5;

/** What places are called: countries the browser knows, cities are learnt from answers or looked up once. */
export class PlaceNames {
  readonly #names = new Map<string, string>();

  learn(code: string, name: string): void {
    this.#names.set(code, name);
  }

  /** The name, or the code where it is not known yet. */
  of(code: string): string {
    return code.length === 2 ? countryName(code) : (this.#names.get(code) ?? code);
  }

  /** Looks up the cities that are not known; whether there were any. */
  async find(codes: readonly (string | undefined)[], signal: AbortSignal): Promise<boolean> {
    const unknown = [...new Set(codes)]
      .filter((code) => code !== undefined && code.length === 3 && !this.#names.has(code))
      .filter((code) => code !== undefined);
    await Promise.all(unknown.map((code) => this.#look(code, signal)));
    return unknown.length > 0;
  }

  /** `Paris from Germany, couples`. */
  label({ destination, market, audience }: Subject): string {
    const to = destination && this.of(destination);
    const from = market && this.of(market);
    const place = to ? (from ? `${to} from ${from}` : to) : from ? `From ${from}` : '';
    const who = audience && AUDIENCE_NAMES[audience];
    return place ? (who ? `${place}, ${who.toLowerCase()}` : place) : (who ?? 'All demand');
  }

  async #look(code: string, signal: AbortSignal): Promise<void> {
    try {
      const { places } = await ask<PlacesAnswer>(
        `/v1/places?${new URLSearchParams({ query: code, types: 'city', limit: String(hitsMax) })}`,
        undefined,
        signal,
      );
      this.#names.set(code, places.find((place) => place.code === code)?.name ?? code);
    } catch (error) {
      // The code itself is name enough until the next question.
      if (!isAborted(error)) return;
      throw error;
    }
  }
}
