import { createHash } from 'node:crypto';
import type { App } from '../context.ts';
import type { PageAnswer, PageContext } from '../platform/http/route.ts';

const cacheControl = 'public, max-age=300';
const DAY_MS = 86_400_000;
/** Markdown as it is served. */
const markdownType = 'text/markdown; charset=utf-8';

interface CachedPage {
  readonly bytes: Buffer;
  readonly etag: string;
  /** Since 1970. */
  readonly day: number;
}

/**
 * Pages rendered once per process and day: the days of their samples move with the calendar. Bounded by what there is
 * to render: only known names are cached.
 */
export class CachedPages {
  readonly #pages = new WeakMap<App, Map<string, CachedPage>>();

  /** The page at `path`, rendered at its first request; 304 for who has it already. */
  async answer(context: PageContext, path: string, render: () => Promise<string> | string): Promise<PageAnswer> {
    const pages = this.#pages.get(context.app) ?? new Map<string, CachedPage>();
    this.#pages.set(context.app, pages);
    let page = pages.get(path);
    const day = Math.floor(context.app.clock.now().getTime() / DAY_MS);
    if (page?.day !== day) {
      const text = await render();
      page = { bytes: Buffer.from(text), etag: etagOf(text), day };
      pages.set(path, page);
    }
    const headers = { 'cache-control': cacheControl, etag: page.etag };
    return isKnown(context, page.etag) ? { status: 304, headers } : { status: 200, html: page.bytes, headers };
  }

  /** A page as Markdown at `path`, written at its first request. */
  async markdown(context: PageContext, path: string, write: () => Promise<string> | string): Promise<PageAnswer> {
    return { ...(await this.answer(context, path, write)), contentType: markdownType };
  }
}

/** A strong validator of a text. */
function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 'enough to tell apart'.length)}"`;
}

function isKnown({ request }: PageContext, etag: string): boolean {
  const header = request.headers['if-none-match'];
  const known = typeof header === 'string' ? header.split(',').map((value) => value.trim().replace(/^W\//, '')) : [];
  return known.includes(etag) || known.includes('*');
}
