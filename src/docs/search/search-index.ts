import MiniSearch from 'minisearch';
import type { SearchHit } from '../../../web/docs/view.ts';
import type { App } from '../../context.ts';
import type { ReferenceSource } from '../reference-source.ts';
import { collectEntries, type SearchEntry } from './collect-entries.ts';

/** So many entries are indexed before other requests are answered. */
const chunkEntries = 10;
/** A longer text below a hit is cut around the first word that was found. */
const excerptLength = 180;
/** Before the word that was found. */
const excerptLead = 60;
/** Nobody types a longer query. */
export const queryLengthMax = 100;
/** Further words are not looked for: each is compared with every word of the documentation. */
const queryWordsMax = 8;
/** A shorter beginning of a word is the beginning of too many. */
const prefixLengthMin = 3;

/** The index over guides, reference and errors. */
export class SearchIndex {
  readonly #index: MiniSearch<SearchEntry>;
  readonly #entries: ReadonlyMap<string, SearchEntry>;

  private constructor(index: MiniSearch<SearchEntry>, entries: readonly SearchEntry[]) {
    this.#index = index;
    this.#entries = new Map(entries.map((entry) => [entry.id, entry]));
  }

  /** Reads everything once. */
  static async build(app: App, source: ReferenceSource): Promise<SearchIndex> {
    const entries = await collectEntries(app, source);
    const index = new MiniSearch<SearchEntry>({
      fields: ['title', 'kind', 'text', 'names'],
      storeFields: [],
      tokenize: wordsOf,
      searchOptions: {
        boost: { title: 6, kind: 3, text: 2 },
        prefix: (word) => word.length >= prefixLengthMin,
        fuzzy: (word) => (word.length > 4 ? 0.2 : false),
        combineWith: 'AND',
      },
    });
    await index.addAllAsync(entries, { chunkSize: chunkEntries });
    return new SearchIndex(index, entries);
  }

  /** The best places for a query, best first; where no place has all of its words, those that have some. */
  find(query: string, hitsMax: number): readonly SearchHit[] {
    const terms = new Set(query.slice(0, queryLengthMax).toLowerCase().split(/\s+/u));
    const text = [...terms].slice(0, queryWordsMax).join(' ');
    const all = this.#index.search(text);
    const found = all.length > 0 ? all : this.#index.search(text, { combineWith: 'OR' });
    return found.slice(0, hitsMax).flatMap(({ id, terms }) => {
      const entry = this.#entries.get(String(id));
      return entry === undefined
        ? []
        : [{ href: entry.id, title: entry.title, kind: entry.kind, text: excerptOf(entry.text, terms) }];
    });
  }
}

/** `upsert_travelers` is found by itself and by `travelers`. */
function wordsOf(text: string): string[] {
  return text.split(/[\s/{}.,;:()[\]"'!?<>=…–-]+/u).flatMap((word) => {
    const parts = word.split('_');
    return parts.length > 1 ? [word, ...parts.filter((part) => part !== '')] : word === '' ? [] : [word];
  });
}

function excerptOf(text: string, terms: readonly string[]): string {
  if (text.length <= excerptLength) return text;
  const lower = text.toLowerCase();
  const found = terms.map((term) => lower.indexOf(term)).filter((index) => index >= 0);
  const start = found.length === 0 ? 0 : Math.max(0, Math.min(...found) - excerptLead);
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1;
  const to = text.lastIndexOf(' ', from + excerptLength);
  return `${from === 0 ? '' : '… '}${text.slice(from, to > from ? to : from + excerptLength)} …`;
}
