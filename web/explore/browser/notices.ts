import type { ApiFailure } from './api.ts';
import { make } from './dom.ts';

/** Where a refused field stands on the page. */
const CONTROLS: Readonly<Record<string, string>> = {
  destination: 'destination',
  market: 'market',
  audience: 'audience',
  'period.start': 'start',
  'period.end': 'end',
  period: 'period',
  compare: 'compare',
};
/** What the fields are called there. */
const LABELS: Readonly<Record<string, string>> = {
  destination: 'To',
  market: 'From',
  audience: 'Travelers',
  start: 'First day',
  end: 'Last day',
  period: 'Period',
  compare: 'Compared with',
};

/** Reports what went wrong and offers what can be done about it. */
export function showFailure(box: Element, failure: ApiFailure, retry: () => void): void {
  const again = make('button', { class: 'tool', type: 'button' }, 'Try again');
  again.addEventListener('click', retry);
  if (failure.status === 422 && failure.fields.length > 0) {
    box.replaceChildren(
      make(
        'div',
        { class: 'notice bad' },
        make(
          'div',
          {},
          make('strong', {}, 'Some of this cannot be asked.'),
          make('ul', {}, ...failure.fields.map(({ path, problem }) => make('li', {}, `${labelOf(path)}: ${problem}`))),
        ),
      ),
    );
    markFields(failure);
    return;
  }
  box.replaceChildren(make('div', { class: 'notice bad' }, make('span', {}, describe(failure)), again));
}

/** Everything is well again. */
export function clearNotices(box: Element): void {
  box.replaceChildren();
  for (const control of document.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid');
}

/** What a failure means to the reader of the page. */
export function describe(failure: ApiFailure): string {
  switch (failure.status) {
    case 0:
      return navigator.onLine
        ? 'The server cannot be reached. What you see may be out of date.'
        : 'You are offline. What you see may be out of date; the page goes on by itself once you are back.';
    case 402:
      return 'The credit of this key is used up. Top it up and try again.';
    case 403:
      return 'This key may not search. Use one with the scope “search”.';
    case 429:
      return `Too many requests for this key. ${failure.retryAt ? `Try again after ${timeOf(failure.retryAt)}.` : 'Try again in a moment.'}`;
    default:
      return failure.message;
  }
}

function timeOf(at: Date): string {
  const isToday = at.toDateString() === new Date().toDateString();
  return at.toLocaleString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    ...(isToday ? {} : { day: 'numeric', month: 'short' }),
  });
}

function markFields({ fields }: ApiFailure): void {
  for (const { path } of fields) document.getElementById(controlOf(path) ?? '')?.setAttribute('aria-invalid', 'true');
}

function controlOf(path: string): string | undefined {
  return CONTROLS[path.replace(/^series[.[]\d+\]?\./, '')];
}

function labelOf(path: string): string {
  return LABELS[controlOf(path) ?? ''] ?? path;
}
