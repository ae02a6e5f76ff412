import { type Html, html } from '../kit/html.ts';
import type { CodeView } from './view.ts';

/** A block of code; scripts put a button into it that copies what it shows. */
export function renderCode(code: Html | CodeView): Html {
  const shown = 'html' in code ? code.html : code;
  return html`<div class="code"><pre tabindex="0"><code>${shown}</code></pre></div>`;
}
