import type { Tokens } from 'marked';
import { html, ownMarkup } from '../../web/kit/html.ts';
import { renderCode } from '../../web/docs/code.ts';
import type { GuideView, Heading } from '../../web/docs/view.ts';
import { highlightCode } from './model/highlight.ts';
import { HeadingIds } from './model/heading-ids.ts';
import { resolveGuideLink } from './model/resolve-guide-link.ts';

/** A guide as it stands in its file. */
export interface GuideText {
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
}

/**
 * Markdown as a page: raw HTML in it is shown as text, links lead to other guides or out, images are described by their
 * words.
 */
export async function renderGuideText(guide: GuideText, guideNames: ReadonlySet<string>): Promise<GuideView> {
  const { Marked } = await import('marked');
  const headings: Heading[] = [];
  const ids = new HeadingIds();
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text }) => html`${text}`.text,
      image: ({ text }) => html`<em>${text}</em>`.text,
      code: ({ text, lang }) => renderCode(highlightCode(text, languageOf(lang))).text,
      link({ href, tokens }: Tokens.Link) {
        const texts = ownMarkup(this.parser.parseInline(tokens));
        const target = resolveGuideLink(href, guideNames);
        return (target === undefined ? texts : html`<a href="${target}">${texts}</a>`).text;
      },
      heading({ tokens, depth, text }: Tokens.Heading) {
        const texts = ownMarkup(this.parser.parseInline(tokens));
        if (depth === 1) return html`<h1>${texts}</h1>`.text;
        const id = ids.of(text);
        if (depth === 2) headings.push({ id, title: text.replaceAll('`', '') });
        return html`${ownMarkup(`<h${depth}`)} id="${id}"><a class="anchor" href="#${id}">${texts}</a>${ownMarkup(`</h${depth}>`)}`
          .text;
      },
      table({ header, rows }: Tokens.Table) {
        const cell = (cellOf: Tokens.TableCell) => ownMarkup(this.parser.parseInline(cellOf.tokens));
        const head = header.map((cellOf) =>
          cellOf.text === '' ? html`<td></td>` : html`<th scope="col">${cell(cellOf)}</th>`,
        );
        return html`<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cellOf) => html`<td>${cell(cellOf)}</td>`)}</tr>`)}</tbody></table></div>`
          .text;
      },
    },
  });
  const body = ownMarkup(await marked.parse(guide.markdown));
  return { title: guide.title, description: guide.description, body, headings };
}

/** ```` ```bash run ```` is bash: what follows says how the sample is tested. */
function languageOf(info: string | undefined): string {
  return info?.split(/\s/)[0] ?? '';
}
