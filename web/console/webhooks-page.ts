import { html, type Html } from '../kit/html.ts';
import type { ConsolePage } from './frame.ts';
import { badge, emptyState, factList, form, pager, timeOf, wordsOf } from './parts.ts';
import type { ConsoleFacts, DeliveryView, Notice, WebhookView } from './view.ts';

const LIST = '/console/webhooks';

/** The endpoints of the organization, and the form that registers another. */
export function webhooksPage(
  facts: ConsoleFacts,
  view: { readonly webhooks: readonly WebhookView[]; readonly eventTypes: readonly string[] },
  notice?: Notice,
): ConsolePage {
  const list =
    view.webhooks.length === 0
      ? emptyState('No endpoints yet', 'Register one to be told what happens to bookings as it happens.')
      : html`<div class="sheet"><table class="list"><thead><tr><th scope="col">Endpoint</th><th scope="col">Events</th><th scope="col">Status</th><th scope="col">Registered (UTC)</th></tr></thead>
<tbody>${view.webhooks.map(renderEndpoint)}</tbody></table></div>`;
  const add =
    facts.may('create_webhook') &&
    html`<section class="card spaced" aria-labelledby="add"><h2 id="add">Register an endpoint</h2>${form(
      facts,
      LIST,
      html`<div class="field"><label for="url">Address</label><input class="wide-input" id="url" name="url" type="url" required maxlength="2048" autocomplete="off" placeholder="https://"></div>
<fieldset><legend>Events</legend><p class="hint">None chosen: all of them.</p><div class="checks">${view.eventTypes.map((type) => html`<label class="check"><input class="tick" type="checkbox" name="event_${type}" value="on"> ${type}</label>`)}</div></fieldset>
<button class="button primary" type="submit">Register</button>`,
      'stacked',
    )}</section>`;
  return { section: 'webhooks', title: 'Webhooks', notice, body: html`${list}${add}` };
}

function renderEndpoint({ id, url, events, status, failing_since: since, created_at: at }: WebhookView): Html {
  return html`<tr><th scope="row" data-label="Endpoint"><a class="breakable" href="${LIST}/${id}">${url}</a></th><td data-label="Events">${events.length}</td><td data-label="Status"><span class="badges">${badge(status)}${since !== undefined && status === 'active' && html` ${badge('failed')}`}</span></td><td data-label="Registered (UTC)">${timeOf(at)}</td></tr>`;
}

/** One endpoint with its attempts. */
export function webhookPage(
  facts: ConsoleFacts,
  view: {
    readonly webhook: WebhookView;
    readonly deliveries: readonly DeliveryView[];
    readonly next: string | undefined;
    readonly token: string;
    readonly status: string;
  },
  notice?: Notice,
): ConsolePage {
  const { webhook, deliveries } = view;
  const path = `${LIST}/${webhook.id}`;
  const isActive = webhook.status === 'active';
  const aside = html`${badge(webhook.status)}${facts.may('test_webhook') && isActive && form(facts, `${path}/test`, html`<button class="button" type="submit">Send a test</button>`)}
${facts.may('update_webhook') && form(facts, `${path}/status`, html`<input type="hidden" name="status" value="${isActive ? 'disabled' : 'active'}"><button class="button" type="submit">${isActive ? 'Switch off' : 'Switch on'}</button>`)}`;
  const body = html`<div class="card">${factList([
    ['Address', html`<span class="breakable">${webhook.url}</span>`],
    ['Events', webhook.events.join(', ')],
    ['Failing since', webhook.failing_since === undefined ? undefined : html`${timeOf(webhook.failing_since)} UTC`],
    [
      'Switched off',
      webhook.disabled_reason === undefined ? undefined : (OFF[webhook.disabled_reason] ?? webhook.disabled_reason),
    ],
    ['Registered', html`${timeOf(webhook.created_at)} UTC`],
  ])}</div>
<section class="spaced" aria-labelledby="attempts"><h2 id="attempts">Deliveries</h2>
<nav class="tabs" aria-label="Deliveries by status"><ul>${['', 'delivered', 'retrying', 'failed'].map((one) => html`<li><a class="tab" href="${path}${one !== '' && `?status=${one}`}"${one === view.status && html` aria-current="true"`}>${one === '' ? 'All' : wordsOf(one)}</a></li>`)}</ul></nav>
${deliveries.length === 0 ? emptyState('No deliveries', 'Send a test, or wait for the first event.') : html`<ul class="stack">${deliveries.map((one) => renderDelivery(facts, path, one))}</ul>`}
${pager(path, { status: view.status, page_token: view.token }, view.next)}</section>`;
  return { section: 'webhooks', title: hostOf(webhook.url), crumbs: [[LIST, 'Webhooks']], aside, notice, body };
}

const OFF: Readonly<Record<string, string>> = {
  requested: 'By people of yours',
  gone: 'The receiver answered 410',
  failing: 'Five days of nothing but failures',
};

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

function renderDelivery(facts: ConsoleFacts, path: string, one: DeliveryView): Html {
  const last = one.attempts.at(-1);
  return html`<li class="card"><div class="item-head"><div><p class="strong">${one.event}</p><p class="quiet">${timeOf(one.created_at)} · <code>${one.delivery_id}</code></p></div><div class="item-side">${badge(one.status)}</div></div>
${one.next_attempt_at !== undefined && html`<p class="hint">Next attempt ${timeOf(one.next_attempt_at)} UTC</p>`}
${
  last !== undefined &&
  html`<details class="attempts"><summary>${one.attempt_count === 1 ? 'One attempt' : `${one.attempt_count} attempts`}: ${last.http_status ?? wordsOf(last.failure ?? last.outcome)}</summary><ol>${one.attempts.map(
    (attempt) =>
      html`<li><p><span class="strong">${attempt.attempt}.</span> ${attempt.http_status ?? wordsOf(attempt.failure ?? 'no answer')} <span class="quiet">${timeOf(attempt.at)} · ${Math.round(attempt.elapsed_ms)} ms</span></p>${attempt.response_excerpt !== undefined && attempt.response_excerpt !== '' && html`<pre>${attempt.response_excerpt}</pre>`}</li>`,
  )}</ol></details>`
}
<div class="item-deeds"><a class="button small" href="${path}/events/${one.event_id}" aria-label="Payload of ${one.event} ${one.delivery_id}">Payload</a>${facts.may('redeliver_webhook') && form(facts, `${path}/deliveries/${one.delivery_id}/resend`, html`<button class="button small" type="submit" aria-label="Send again: ${one.event} ${one.delivery_id}">Send again</button>`)}</div></li>`;
}

/** The bytes of an event, as every attempt sends them. */
export function payloadPage(view: {
  readonly webhook: WebhookView;
  readonly eventId: string;
  readonly payload: string;
}): ConsolePage {
  const path = `${LIST}/${view.webhook.id}`;
  return {
    section: 'webhooks',
    title: 'Payload',
    crumbs: [
      [LIST, 'Webhooks'],
      [path, hostOf(view.webhook.url)],
    ],
    body: html`<p class="quiet"><code>${view.eventId}</code></p><pre class="code" tabindex="0">${view.payload}</pre>`,
  };
}

/** The signing secret of a new endpoint, shown once. */
export function secretPage(view: { readonly id: number; readonly url: string; readonly secret: string }): ConsolePage {
  return {
    section: 'webhooks',
    title: 'Endpoint registered',
    crumbs: [[LIST, 'Webhooks']],
    body: html`<div class="card narrow"><p>The signing secret of <span class="breakable">${view.url}</span>. It is shown this once.</p><div class="field"><label for="secret">Signing secret</label><textarea id="secret" class="code-field" readonly rows="2">${view.secret}</textarea></div><p><a class="button" href="${LIST}/${view.id}">Done</a></p></div>`,
  };
}
