import type { PageContext } from '../../src/platform/http/route.ts';
import { chooseLanguage, type PageLanguage } from '../checkout/messages.ts';

/** The language a page is read in: `?locale=`, or what the browser prefers. */
export function requestedLanguage({ query, request }: Pick<PageContext, 'query' | 'request'>): PageLanguage {
  const header = request.headers['accept-language'];
  return chooseLanguage(query['locale'], typeof header === 'string' ? header : header?.[0]);
}
