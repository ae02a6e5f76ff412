import { expect, test } from 'vitest';
import { html } from './html.ts';

test('what a guest has typed can neither open a tag nor leave an attribute', () => {
  const name = "\"><script>alert('1')</script>&";
  expect(html`<input value="${name}">`.text).toBe(
    '<input value="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;">',
  );
});

test('markup inside markup stays markup, lists are joined and nothing prints nothing', () => {
  const items = ['a<b', 'c'].map((text) => html`<li>${text}</li>`);
  expect(html`<ul>${items}</ul>${undefined}${false}${3}`.text).toBe('<ul><li>a&lt;b</li><li>c</li></ul>3');
});
