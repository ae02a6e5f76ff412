import { renderEvents } from '../../web/docs/events-page.ts';
import { renderOperationPage } from '../../web/docs/operation-page.ts';
import { renderReferenceIndex } from '../../web/docs/reference-page.ts';
import { refuse } from '../platform/errors.ts';
import type { PageAnswer, PageContext, PageDeclaration } from '../platform/http/route.ts';
import type { CachedPages } from './cached-pages.ts';
import { frameOfReference, tryScriptHref } from './frame.ts';
import { describeSharedHeaders } from './model/describe-reference.ts';
import { writeEventsMarkdown, writeIndexMarkdown, writeOperationMarkdown } from './model/write-markdown.ts';
import { markdownSuffix } from './read-guides.ts';
import { findOperation, formerAnchorsOf, readEvents, readOperation, type ReferenceSource } from './reference-source.ts';
import type { ReferenceSources } from './reference-sources.ts';

const indexPath = '/docs/reference';

/**
 * Operations are tried from the page in the sandbox only: a key of production must not be typed into documentation
 * (decision 26).
 */
export function mayTry({ app }: PageContext): boolean {
  return app.config.environment === 'sandbox';
}

/** The reference: an index, a page for each operation, one for all events, each as Markdown, too. */
export function createReferencePages(sources: ReferenceSources, retained: CachedPages): readonly PageDeclaration[] {
  const page = (path: string, handle: (context: PageContext, source: ReferenceSource) => Promise<PageAnswer>) => ({
    method: 'GET' as const,
    path,
    handle: async (context: PageContext) => await handle(context, await sources.of(context.app)),
  });
  return [
    page(indexPath, (context, source) =>
      retained.answer(context, indexPath, () => renderIndex(source, context.app.config.publicUrl)),
    ),
    page(`${indexPath}.md`, (context, source) =>
      retained.markdown(context, `${indexPath}.md`, () =>
        writeIndexMarkdown(source.groups, context.app.config.publicUrl),
      ),
    ),
    page(`${indexPath}/events`, (context, source) =>
      retained.answer(context, `${indexPath}/events`, () =>
        renderEvents(frameOfReference(`${indexPath}/events`, source), readEvents(source)),
      ),
    ),
    page(`${indexPath}/events.md`, (context, source) =>
      retained.markdown(context, `${indexPath}/events.md`, () => writeEventsMarkdown(readEvents(source))),
    ),
    page(`${indexPath}/:operation`, (context, source) => answerOperation(context, source, retained)),
  ];
}

function renderIndex(source: ReferenceSource, publicUrl: string): string {
  return renderReferenceIndex(frameOfReference(indexPath, source), {
    publicUrl,
    headers: describeSharedHeaders(source.document),
    groups: source.groups,
    events: readEvents(source).events,
    formerAnchors: formerAnchorsOf(source),
  });
}

/** An operation, or with `.md` at its end its text. */
async function answerOperation(
  context: PageContext,
  source: ReferenceSource,
  retained: CachedPages,
): Promise<PageAnswer> {
  const name = String(context.params['operation']);
  const isMarkdown = name.endsWith(markdownSuffix);
  const found = findOperation(source, isMarkdown ? name.slice(0, -markdownSuffix.length) : name);
  if (!found) throw refuse('path_unknown');
  const path = `${indexPath}/${found.listed.id}`;
  const operation = () => readOperation(source, found.listed, context.app.config.publicUrl);
  if (isMarkdown)
    return await retained.markdown(context, `${path}${markdownSuffix}`, () => writeOperationMarkdown(operation()));
  return await retained.answer(context, path, () =>
    renderOperationPage(frameOfReference(path, source), {
      operation: operation(),
      group: found.group.title,
      tryScriptHref: mayTry(context) ? tryScriptHref : undefined,
    }),
  );
}
