import { createHash } from 'node:crypto';
import { docsScript, docsStyleSheet, tryScripts } from '../../web/docs/layout.ts';
import type { DocsFrame, NavSection, PageLink } from '../../web/docs/view.ts';
import { contractVersion } from '../platform/http/openapi/openapi.ts';
import { readGuides } from './read-guides.ts';
import type { ReferenceSource } from './reference-source.ts';

/** Files beside the pages. */
export const FILES = { styleSheet: '/docs/docs.css', script: '/docs/docs.js', tryScript: '/docs/try.js' } as const;
/** Makes the addresses of all modules of "Try it" new when one of them changes. */
export const tryVersion = versionOf([...tryScripts.values()].join('\n'));
/** Where "Try it" begins. */
export const tryScriptHref = `${FILES.tryScript}?v=${tryVersion}`;
const styleSheetHref = `${FILES.styleSheet}?v=${versionOf(docsStyleSheet)}`;
const scriptHref = `${FILES.script}?v=${versionOf(docsScript)}`;

function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 'version'.length);
}

type Turn = Pick<DocsFrame, 'previous' | 'next'>;

/** What surrounds a page that stands in the list of guides. */
export function frameOfGuide(path: string, area: DocsFrame['area'] = 'guides'): DocsFrame {
  const groups = readGuides().map((group) => ({
    title: group.title,
    links: group.guides.map(({ name, title }) => ({ href: `/docs/guides/${name}`, title })),
  }));
  const [begin, ...others] = groups;
  const start = {
    title: begin?.title ?? 'Get started',
    links: [{ href: '/docs', title: 'Overview' }, ...(begin?.links ?? [])],
  };
  const look: NavSection = {
    title: 'Reference',
    links: [
      { href: '/docs/reference', title: 'API reference' },
      { href: '/docs/errors', title: 'Errors' },
      { href: '/docs/changelog', title: 'Changelog' },
    ],
  };
  const sections = [start, ...others, look];
  return {
    ...common(path, area),
    sections,
    ...turnOf(
      path,
      [start, ...others].flatMap(({ links }) => links),
    ),
  };
}

/** What surrounds a page of the reference. */
export function frameOfReference(path: string, { groups }: ReferenceSource): DocsFrame {
  const first: NavSection = {
    title: 'API reference',
    links: [
      { href: '/docs/reference', title: 'All operations' },
      { href: '/docs/reference/events', title: 'Events sent to you' },
      { href: '/docs/errors', title: 'Errors' },
      { href: '/docs', title: 'Guides' },
    ],
  };
  const resources = groups.map(({ title, operations }) => ({
    title,
    isFoldable: true,
    links: operations.map(({ id, summary, method }) => ({ href: `/docs/reference/${id}`, title: summary, method })),
  }));
  const pages = [...first.links.slice(0, 1), ...resources.flatMap(({ links }) => links), ...first.links.slice(1, 2)];
  return { ...common(path, 'reference'), sections: [first, ...resources], ...turnOf(path, pages) };
}

function common(path: string, area: DocsFrame['area']) {
  const isMarkdown = path !== '/docs' && area !== 'search';
  return {
    path,
    area,
    version: contractVersion,
    styleSheetHref,
    scriptHref,
    markdownHref: isMarkdown ? `${path}.md` : undefined,
  };
}

function turnOf(path: string, pages: readonly PageLink[]): Turn {
  const index = pages.findIndex(({ href }) => href === path);
  return index < 0 ? {} : { previous: pages[index - 1], next: pages[index + 1] };
}
