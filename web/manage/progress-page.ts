import { html } from '../kit/html.ts';
import { titleOf } from '../checkout/item-names.ts';
import type { PageParts } from '../kit/layout.ts';
import { type Mark, renderMark } from '../checkout/marks.ts';
import type { ItemView } from '../checkout/view-item.ts';
import type { Notice } from '../checkout/wording.ts';
import { renderReason } from './quoted-reason.ts';
import type { ChangeState, RefusalView } from './view.ts';
import { inLanguage, type Vocabulary } from './vocabulary.ts';

/** How often a page that waits for an answer looks for it. */
const watchSeconds = 3;

type Progress = Exclude<ChangeState, 'quoted' | 'done'>;

/** A change that is neither asked about nor simply done: what it waits for, or why nothing came of it. */
export function renderProgress(
  texts: Vocabulary,
  state: Progress,
  reported: {
    readonly item: ItemView;
    readonly reference: string;
    readonly payUrl?: string | undefined;
    readonly refusal?: RefusalView | undefined;
  },
): PageParts {
  const { own, messages } = texts;
  const notice = noticeOf(texts, state);
  const body = html`<div class="narrow card">
${renderMark(MARKS[state])}
<h1>${notice.title}</h1>
<p role="status">${notice.text}</p>
${(state === 'failed' || state === 'declined') && reported.refusal && renderReason(texts, reported.refusal)}
<p>${titleOf(messages, reported.item)}</p>
${reported.payUrl && html`<p><a class="button primary" href="${reported.payUrl}">${own.change.pay}</a></p>`}
${state !== 'expired' && html`<p class="note">${own.progress.reference} <span class="ref">${reported.reference}</span></p>`}
<p><a href="${inLanguage(texts, '/manage/booking')}">${own.back}</a></p>
</div>`;
  return {
    title: notice.title,
    body,
    ...(state === 'running' ? { watch: { state: 'change-running', seconds: watchSeconds } } : {}),
  };
}

function noticeOf({ own }: Vocabulary, state: Progress): Notice {
  return state === 'paying' ? own.change.paying : own.progress[state];
}

const MARKS = {
  expired: 'stop',
  paying: 'wait',
  running: 'wait',
  pending: 'wait',
  deciding: 'wait',
  cancelled_elsewhere: 'part',
  declined: 'stop',
  partial: 'part',
  failed: 'stop',
} as const satisfies Record<Progress, Mark>;
