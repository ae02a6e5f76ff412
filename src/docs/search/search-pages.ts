import { renderSearch } from '../../../web/docs/search-page.ts';
import type { App } from '../../context.ts';
import type { PageContext, PageDeclaration } from '../../platform/http/route.ts';
import { frameOfGuide } from '../frame.ts';
import type { ReferenceSources } from '../reference-sources.ts';
import { queryLengthMax, SearchIndex } from './search-index.ts';

const hitsMax = { page: 30, suggestions: 8 } as const;
const cacheControl = 'public, max-age=300';

/** `/docs/search?q=`: a page, and for the box that searches while one types, the same as JSON. */
export function createSearchPages(sources: ReferenceSources): readonly PageDeclaration[] {
  const indexes = new SearchIndexes(sources);
  return [
    {
      method: 'GET',
      path: '/docs/search',
      async handle(context) {
        const query = queryOf(context);
        const hits = query === '' ? [] : (await indexes.of(context.app)).find(query, hitsMax.page);
        return {
          status: 200,
          html: renderSearch(frameOfGuide('/docs/search', 'search'), { query, hits }),
          headers: { 'cache-control': cacheControl },
        };
      },
    },
    {
      method: 'GET',
      path: '/docs/search.json',
      async handle(context) {
        const query = queryOf(context);
        const hits = query === '' ? [] : (await indexes.of(context.app)).find(query, hitsMax.suggestions);
        return {
          status: 200,
          html: JSON.stringify({ hits }),
          contentType: 'application/json; charset=utf-8',
          headers: { 'cache-control': cacheControl },
        };
      },
    },
  ];
}

function queryOf({ query }: PageContext): string {
  return (query['q'] ?? '').trim().slice(0, queryLengthMax);
}

/** The index of each App, built at its first search. */
class SearchIndexes {
  readonly #sources: ReferenceSources;
  readonly #indexes = new WeakMap<App, Promise<SearchIndex>>();

  constructor(sources: ReferenceSources) {
    this.#sources = sources;
  }

  async of(app: App): Promise<SearchIndex> {
    const building = this.#indexes.get(app) ?? this.#sources.of(app).then((source) => SearchIndex.build(app, source));
    this.#indexes.set(app, building);
    try {
      return await building;
    } catch (error) {
      this.#indexes.delete(app);
      throw error;
    }
  }
}
