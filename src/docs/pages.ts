import { renderErrors } from '../../web/docs/errors-page.ts';
import { renderGuide, renderHome } from '../../web/docs/guide-page.ts';
import { docsStyleSheet, tryScripts } from '../../web/docs/layout.ts';
import { renderReference } from '../../web/docs/reference-page.ts';
import type { DocsFrame } from '../../web/docs/view.ts';
import { refuse } from '../platform/errors.ts';
import { buildOpenApi, contractVersion } from '../platform/http/openapi/openapi.ts';
import type { AnyRoute, PageContext, PageDeclaration } from '../platform/http/route.ts';
import { describeErrors } from './describe-errors.ts';
import { etagOf, CachedPages } from './cached-pages.ts';
import { describeReference } from './model/describe-reference.ts';
import { readGuides } from './read-guides.ts';
import { renderGuideText } from './render-markdown.ts';

const styleSheetPath = '/docs/docs.css';
const styleSheetHref = `${styleSheetPath}?v=${versionOf(docsStyleSheet)}`;
const tryVersion = versionOf([...tryScripts.values()].join('\n'));
const tryScriptHref = `/docs/try.js?v=${tryVersion}`;
/** What guides write for the address of the service; a reader is shown the one that answers. */
const writtenUrl = 'http://127.0.0.1:8080';

/** `/docs` and everything below it, about the operations that this process serves. */
export function createDocsPages(routes: readonly AnyRoute[]): readonly PageDeclaration[] {
  const retained = new CachedPages();
  return [
    page('/docs', (context) => retained.answer(context, '/docs', () => home(context))),
    page(styleSheetPath, async (context) => ({
      ...(await retained.answer(context, styleSheetPath, () => docsStyleSheet)),
      contentType: 'text/css; charset=utf-8',
    })),
    ...[...tryScripts].map(([name, text]) => tryScriptPage(retained, `/docs/${name}`, text)),
    page('/docs/errors', (context) =>
      retained.answer(context, '/docs/errors', () =>
        renderErrors(frameOf('/docs/errors'), describeErrors(context.app.config.publicUrl)),
      ),
    ),
    page('/docs/reference', (context) => retained.answer(context, '/docs/reference', () => reference(context, routes))),
    // The overview lists them.
    page('/docs/guides', async () => ({ status: 308, location: '/docs' })),
    page('/docs/guides/:name', (context) => {
      const path = `/docs/guides/${findGuide(context).name}`;
      return retained.answer(context, path, () => guide(context, path));
    }),
  ];
}

/** A module of "Try it"; its imports carry the version of all modules together, so that no two versions meet. */
function tryScriptPage(retained: CachedPages, path: string, text: string): PageDeclaration {
  const versioned = text.replaceAll(/ from '(\.\/try-\w+\.js)'/g, ` from '$1?v=${tryVersion}'`);
  return page(path, async (context) => {
    if (!mayTry(context)) throw refuse('path_unknown');
    return {
      ...(await retained.answer(context, path, () => versioned)),
      contentType: 'text/javascript; charset=utf-8',
    };
  });
}

function page(path: string, handle: PageDeclaration['handle']): PageDeclaration {
  return { method: 'GET', path, handle: async (context) => await handle(context) };
}

/** What makes the address of a file new when it changes. */
function versionOf(text: string): string {
  return etagOf(text).slice(1, 1 + 'version'.length);
}

/**
 * Operations are tried from the page in the sandbox only: a key of production must not be typed into documentation
 * (decision 26).
 */
function mayTry({ app }: PageContext): boolean {
  return app.config.environment === 'sandbox';
}

function home({ app }: PageContext): string {
  const groups = readGuides().map(({ title, guides }) => ({
    title,
    guides: guides.map(({ name, title: guideTitle, description }) => ({
      href: `/docs/guides/${name}`,
      title: guideTitle,
      description,
    })),
  }));
  return renderHome(frameOf('/docs'), {
    publicUrl: app.config.publicUrl,
    isSandbox: app.config.environment === 'sandbox',
    groups,
  });
}

function reference(context: PageContext, routes: readonly AnyRoute[]): string {
  const { environment, publicUrl } = context.app.config;
  const served = environment === 'production' ? routes.filter((route) => !route.isSandboxOnly) : routes;
  return renderReference(
    frameOf('/docs/reference'),
    describeReference(buildOpenApi(served), { publicUrl, tryScriptHref: mayTry(context) ? tryScriptHref : undefined }),
  );
}

async function guide(context: PageContext, path: string): Promise<string> {
  const found = findGuide(context);
  const names = new Set(readGuides().flatMap(({ guides }) => guides.map(({ name }) => name)));
  const markdown = found.markdown.replaceAll(writtenUrl, context.app.config.publicUrl);
  return renderGuide(frameOf(path), await renderGuideText({ ...found, markdown }, names));
}

function findGuide({ params }: PageContext) {
  const found = readGuides()
    .flatMap(({ guides }) => guides)
    .find(({ name }) => name === params['name']);
  if (!found) throw refuse('path_unknown');
  return found;
}

function frameOf(path: string): DocsFrame {
  const guides = readGuides().map((group) => ({
    title: group.title,
    links: group.guides.map(({ name, title }) => ({ href: `/docs/guides/${name}`, title })),
  }));
  const [begin, ...others] = guides;
  const looks = {
    title: 'Reference',
    links: [
      { href: '/docs/reference', title: 'API reference' },
      { href: '/docs/errors', title: 'Errors' },
    ],
  };
  const start = {
    title: begin?.title ?? 'Get started',
    links: [{ href: '/docs', title: 'Overview' }, ...(begin?.links ?? [])],
  };
  return { path, version: contractVersion, styleSheetHref, sections: [start, looks, ...others] };
}
