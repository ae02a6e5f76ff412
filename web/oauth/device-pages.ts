import { html } from '../kit/html.ts';
import type { PageParts } from '../kit/layout.ts';
import type { PageLanguage } from '../checkout/messages.ts';
import { renderDecision, renderScopes } from './consent-page.ts';
import type { DeviceCodeView, DeviceConfirmView } from './view.ts';
import type { OAuthMessages } from './wording.ts';

const path = (language: PageLanguage) => `/oauth/cli/device?locale=${language}`;

const carriedCode = (code: string) => new URLSearchParams({ user_code: code }).toString();

/** The code is typed, or was brought by the link and is looked at. */
export function renderDeviceCodePage(
  { device }: OAuthMessages,
  language: PageLanguage,
  { clientName, code, problem, csrf }: DeviceCodeView,
): PageParts {
  const text = problem && device[problem];
  const body = html`<div class="narrow card access">
<h1>${device.title}</h1>
<p>${device.text(clientName)}</p>
<form method="post" action="${path(language)}">
<input type="hidden" name="csrf" value="${csrf}">
<div class="field">
<label for="user_code">${device.label}</label>
<input class="code" id="user_code" name="user_code" type="text" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" value="${code}" aria-describedby="user_code-hint${text && ' user_code-problem'}"${text && html` aria-invalid="true"`}>
<p class="hint" id="user_code-hint">${device.hint}</p>
${text && html`<p class="problem" id="user_code-problem" role="alert">${text}</p>`}
</div>
<button class="primary" type="submit">${device.next}</button>
</form>
</div>`;
  return { title: device.title, body, ...(code === '' ? {} : { carriedQuery: carriedCode(code) }) };
}

/** The code once more, large, and what allowing it gives away. */
export function renderDeviceConfirmPage(
  texts: OAuthMessages,
  language: PageLanguage,
  view: DeviceConfirmView,
): PageParts {
  const { device } = texts;
  const title = device.confirmTitle(view.clientName);
  const fields = html`<input type="hidden" name="csrf" value="${view.csrf}"><input type="hidden" name="user_code" value="${view.code}">`;
  const body = html`<div class="narrow card access">
<h1>${title}</h1>
<p>${device.confirmText}</p>
<p class="device-code">${view.code}</p>
<div class="notice"><p>${device.warning}</p></div>
${renderScopes(texts, language, view)}
${renderDecision(texts, { action: path(language), fields })}
<p class="note">${texts.signedInAs(view.account)}</p>
</div>`;
  return { title, body, carriedQuery: carriedCode(view.code) };
}
