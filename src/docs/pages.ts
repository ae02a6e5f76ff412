import { renderChangelog } from '../../web/docs/changelog-page.ts';
import { renderErrors } from '../../web/docs/errors-page.ts';
import { renderGuide, renderHome } from '../../web/docs/guide-page.ts';
import { docsScripts, docsStyleSheet, tryScripts } from '../../web/docs/layout.ts';
import { refuse } from '../platform/errors.ts';
import type { AnyRoute, PageAnswer, PageContext, PageDeclaration } from '../platform/http/route.ts';
import { CachedPages } from './cached-pages.ts';
import { describeErrors } from './describe-errors.ts';
import { frameOfGuide, SCRIPT_VERSIONS, styleSheetPath } from './frame.ts';
import { writeErrorsMarkdown } from './model/write-markdown.ts';
import { findGuideByName, markdownSuffix, readChangelog, readGuides, writtenUrl } from './read-guides.ts';
import { createReferencePages, mayTry } from './reference-pages.ts';
import { ReferenceSources } from './reference-sources.ts';
import { renderGuideText } from './render-markdown.ts';
import { createSearchPages } from './search/search-pages.ts';

const script = 'text/javascript; charset=utf-8';

/** `/docs` and everything below it, about the operations that this process serves. */
export function createDocsPages(routes: readonly AnyRoute[]): readonly PageDeclaration[] {
  const retained = new CachedPages();
  const sources = new ReferenceSources(routes);
  const file = (path: string, text: string, contentType: string) =>
    page(path, async (context) => ({ ...(await retained.answer(context, path, () => text)), contentType }));
  const cached = (path: string, render: (context: PageContext) => Promise<string> | string) =>
    page(path, (context) => retained.answer(context, path, () => render(context)));
  const markdown = (path: string, write: (context: PageContext) => Promise<string> | string) =>
    page(path, (context) => retained.markdown(context, path, () => write(context)));
  return [
    cached('/docs', home),
    file(styleSheetPath, docsStyleSheet, 'text/css; charset=utf-8'),
    ...[...docsScripts].map(([name, text]) => file(`/docs/${name}`, withVersion(text, SCRIPT_VERSIONS.docs), script)),
    ...[...tryScripts].map(([name, text]) => tryScriptPage(retained, `/docs/${name}`, text)),
    cached('/docs/errors', ({ app }) =>
      renderErrors(frameOfGuide('/docs/errors', 'errors'), describeErrors(app.config.publicUrl)),
    ),
    markdown('/docs/errors.md', ({ app }) => writeErrorsMarkdown(describeErrors(app.config.publicUrl))),
    cached('/docs/changelog', changelog),
    markdown('/docs/changelog.md', readChangelog),
    ...createReferencePages(sources, retained),
    ...createSearchPages(sources),
    // The overview lists them.
    page('/docs/guides', async () => ({ status: 308, location: '/docs' })),
    page('/docs/guides/:name', (context) => answerGuide(context, retained)),
  ];
}

/** A module of "Try it". */
function tryScriptPage(retained: CachedPages, path: string, text: string): PageDeclaration {
  return page(path, async (context) => {
    if (!mayTry(context)) throw refuse('path_unknown');
    const write = () => withVersion(text, SCRIPT_VERSIONS.try);
    return { ...(await retained.answer(context, path, write)), contentType: script };
  });
}

/** A module whose imports carry the version of all modules together. */
function withVersion(text: string, version: string): string {
  return text.replaceAll(/ from '(\.\/[\w-]+\.js)'/g, ` from '$1?v=${version}'`);
}

function page(path: string, handle: PageDeclaration['handle']): PageDeclaration {
  return { method: 'GET', path, handle: async (context) => await handle(context) };
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
  return renderHome(frameOfGuide('/docs'), {
    publicUrl: app.config.publicUrl,
    isSandbox: app.config.environment === 'sandbox',
    groups,
  });
}

/** A guide, or with `.md` at its end its text. */
async function answerGuide(context: PageContext, retained: CachedPages): Promise<PageAnswer> {
  const name = String(context.params['name']);
  const isMarkdown = name.endsWith(markdownSuffix);
  const found = findGuideByName(isMarkdown ? name.slice(0, -markdownSuffix.length) : name);
  if (!found) throw refuse('path_unknown');
  const text = found.markdown.replaceAll(writtenUrl, context.app.config.publicUrl);
  const path = `/docs/guides/${found.name}`;
  if (isMarkdown) return await retained.markdown(context, `${path}${markdownSuffix}`, () => text);
  return await retained.answer(context, path, async () =>
    renderGuide(frameOfGuide(path), await renderGuideText({ ...found, markdown: text }, guideNames())),
  );
}

async function changelog(): Promise<string> {
  const text = { title: 'Changelog', description: '', markdown: await readChangelog() };
  return renderChangelog(frameOfGuide('/docs/changelog', 'changelog'), await renderGuideText(text, guideNames()));
}

function guideNames(): ReadonlySet<string> {
  return new Set(readGuides().flatMap(({ guides }) => guides.map(({ name }) => name)));
}
