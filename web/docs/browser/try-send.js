// @ts-check
/** Sends the call of a form and shows what came back. */

/** @import { Operation } from './try-operation.js' */
/** @import { Call } from './try-call.js' */
/**
 * @typedef {{ operation: Operation, form: HTMLFormElement, outcome: HTMLElement, answer: HTMLElement, send:
 * HTMLButtonElement, running: AbortController | undefined }} Trial
 */

import { callOf, findProblem } from './try-call.js';
import { listOf, make, parsed, recordOf, textOf } from './try-dom.js';

/** Longer answers are cut on the page: text beyond this slows browsers down and is read by nobody. */
const shownCharactersMax = 200_000;

/** A search of slow suppliers takes at most a few seconds; after this the server is not answering. */
const waitSecondsMax = 60;

const SHOWN_HEADERS = [
  'X-Request-ID',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Idempotent-Replayed',
  'Deprecation',
  'Sunset',
];

/** What to do next, where the answer itself cannot know that it is read here. */
const HINTS = /** @type {Readonly<Record<number, string>>} */ ({
  401: 'Check the API key above.',
  403: 'The credential above does not have the right for this.',
  429: 'Wait as many seconds as RateLimit-Reset says, then send again.',
});

/** @param {Trial} trial */
export async function sendCall(trial) {
  const { form, outcome, answer, send } = trial;
  for (const control of form.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid');
  answer.replaceChildren();
  const wrong = findProblem(trial);
  if (wrong) {
    const control = form.querySelector(`[name="${wrong.control}"]`);
    control?.setAttribute('aria-invalid', 'true');
    report(outcome, wrong.problem, true);
    if (control instanceof HTMLElement) control.focus();
    return;
  }
  const running = new AbortController();
  trial.running = running;
  send.textContent = 'Stop';
  report(outcome, 'Sending…', false);
  const timer = setTimeout(() => running.abort(), waitSecondsMax * 1_000);
  try {
    await showOutcome(trial, callOf(trial.operation, form), running.signal);
  } catch (error) {
    const isStopped = error instanceof DOMException && error.name === 'AbortError';
    report(
      outcome,
      isStopped
        ? 'Stopped: no answer was waited for. A write may still have been done.'
        : 'No answer came: the server cannot be reached, or the connection broke. Is it running?',
      true,
    );
  } finally {
    clearTimeout(timer);
    trial.running = undefined;
    send.textContent = 'Send';
  }
}

/** @param {Trial} trial @param {Call} call @param {AbortSignal} signal */
async function showOutcome({ outcome, answer }, call, signal) {
  const startedAt = performance.now();
  // No cookies: what is answered depends on the key above and on nothing else.
  const response = await fetch(call.url, {
    method: call.method,
    headers: call.headers,
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'manual',
    signal,
    ...(call.body === undefined ? {} : { body: call.body }),
  });
  const text = await response.text();
  const milliseconds = Math.round(performance.now() - startedAt);
  const body = parsed(text);
  const error = recordOf(recordOf(body)['error']);
  const code = textOf(error['code']);
  const hint = HINTS[response.status];
  report(
    outcome,
    [
      `${response.status}${response.statusText ? ` ${response.statusText}` : ''} in ${milliseconds} ms.`,
      textOf(error['message']),
      hint ?? '',
    ]
      .filter(Boolean)
      .join(' '),
    !response.ok,
  );
  if (code)
    answer.append(make('p', { class: 'note' }, 'What it means: ', make('a', { href: `/docs/errors#${code}` }, code)));
  const fields = [...listOf(recordOf(body)['fields']), ...listOf(recordOf(body)['missing'])].map(recordOf);
  if (fields.length > 0)
    answer.append(
      make(
        'ul',
        { class: 'bullets' },
        ...fields.map((field) =>
          make('li', {}, make('code', {}, textOf(field['path'])), ` ${textOf(field['problem'])}`),
        ),
      ),
    );
  const shown = SHOWN_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [make('div', {}, make('dt', {}, name), make('dd', {}, value))];
  });
  answer.append(
    make('dl', { class: 'try-headers' }, ...shown),
    ...showText(body === undefined ? text : JSON.stringify(body, undefined, 2)),
  );
}

/** @param {string} text @returns {readonly HTMLElement[]} */
function showText(text) {
  if (text === '') return [make('p', { class: 'note' }, 'The answer has no body.')];
  const shown = text.slice(0, shownCharactersMax);
  const cut =
    text.length > shown.length
      ? [
          make(
            'p',
            { class: 'note' },
            `The first ${shown.length.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters. Use curl for the whole answer.`,
          ),
        ]
      : [];
  return [
    ...cut,
    make('pre', { tabindex: '0', role: 'region', 'aria-label': 'Answer', class: 'try-text' }, make('code', {}, shown)),
  ];
}

/** @param {HTMLElement} outcome @param {string} words @param {boolean} isBad */
function report(outcome, words, isBad) {
  outcome.textContent = words;
  outcome.classList.toggle('try-problem', isBad);
}
