import { isTest, type SourceFile } from './files.ts';

/** A top-level `let`: `export let` included. */
const VARIABLE = /^(?:export )?let (\w+)/gm;
/** A top-level collection or cache that can be written to. One whose type begins with `Readonly` cannot. */
const COLLECTION =
  /^(?:export )?const (\w+)(?:: (?!Readonly|readonly)[^=;]+?)? =\s+(?:new (?:Map|Set|LRUCache|\w+Array|DataView)\b|createLazyLru\b|createRefreshingCache\b|Buffer\.alloc|\[\];)/gm;

/**
 * State outside an App that may stay, by file and name, each with its reason. A `WeakMap` needs no entry: what it holds
 * belongs to its keys and goes with them.
 */
const ALLOWED: ReadonlyMap<string, string> = new Map([
  ['src/docs/read-guides.ts read', 'files of the release, read at the first use and constant from then on'],
  ['src/explore/assets.ts retained', 'files of the release, read at the first use and constant from then on'],
  ['src/travel/dates.ts dayOfDate', 'results of a pure function, at most 2,000'],
  ['src/travel/dates.ts dateOfDay', 'results of a pure function, at most 2,000'],
  ['src/travel/dates.ts todays', 'results of a pure function, at most 1,000'],
  ['web/kit/format.ts moneyFormats', 'formats of Intl, one for each language and currency'],
  ['web/kit/format.ts dayFormats', 'formats of Intl, one for each language'],
]);

/** Scripts of pages run in a browser, once for each page. */
const BROWSER = /^web\/[^/]+\/browser\//;

/**
 * Module-level state of the product and the simulator: variables and collections that every App of a process would
 * share. State belongs into App, or into the object that owns it.
 */
export function findModuleState(files: readonly SourceFile[]): string[] {
  const found = files
    .filter(({ path }) => /^(src|simulator|web)\/.*\.ts$/.test(path) && !isTest(path) && !BROWSER.test(path))
    .flatMap(({ path, text }) =>
      [VARIABLE, COLLECTION].flatMap((pattern) =>
        Array.from(text.matchAll(pattern), ([, name = '']) => `${path} ${name}`),
      ),
    );
  const stale = [...ALLOWED.keys()].filter((entry) => !found.includes(entry));
  return [
    ...found
      .filter((entry) => !ALLOWED.has(entry))
      .map((entry) => `${entry}: module-level state: give it to App or an owner`),
    ...stale.map((entry) => `${entry}: allowed as module-level state (scripts/tidy/module-state.ts) and not there`),
  ];
}
