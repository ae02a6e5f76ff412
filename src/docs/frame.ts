import { createHash } from 'node:crypto';
import { docsScripts, docsStyleSheet, tryScripts } from '../../web/docs/layout.ts';
import type { DocsFrame, NavSection, PageLink } from '../../web/docs/view.ts';
import { contractVersion } from '../platform/api-version.ts';
import { readGuides } from './read-guides.ts';
import type { ReferenceSource } from './reference-source.ts';

/** Where the style of all pages lies. */
export const styleSheetPath = '/docs/docs.css';
const styleSheetHref = `${styleSheetPath}?v=${versionOf([docsStyleSheet])}`;
/** Makes the addresses of scripts that belong together new when one of them changes, so that no two versions meet. */
export const SCRIPT_VERSIONS = { docs: versionOf(docsScripts.values()), try: versionOf(tryScripts.values()) } as const;
/** Where "Try it" begins. */
export const tryScriptHref = `/docs/try.js?v=${SCRIPT_VERSIONS.try}`;

function versionOf(texts: Iterable<string>): string {
  return createHash('sha256')
    .update([...texts].join('\n'))
    .digest('base64url')
    .slice(0, 'version'.length);
}

type Neighbours = Pick<DocsFrame, 'previous' | 'next'>;

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
    ...neighboursOf(
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
  return { ...common(path, 'reference'), sections: [first, ...resources], ...neighboursOf(path, pages) };
}

function common(path: string, area: DocsFrame['area']) {
  const isMarkdown = path !== '/docs' && area !== 'search';
  return {
    path,
    area,
    version: contractVersion,
    styleSheetHref,
    scriptVersion: SCRIPT_VERSIONS.docs,
    markdownHref: isMarkdown ? `${path}.md` : undefined,
  };
}

function neighboursOf(path: string, pages: readonly PageLink[]): Neighbours {
  const index = pages.findIndex(({ href }) => href === path);
  return index < 0 ? {} : { previous: pages[index - 1], next: pages[index + 1] };
}
