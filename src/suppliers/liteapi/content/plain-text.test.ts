import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPlainText } from './plain-text.ts';

test('markup becomes lines of text; scripts and styles are no text', () => {
  expect(toPlainText('<p><b>Old</b> &amp; quiet</p><p>Near&nbsp;the sea.<br/>Closed &#8211; May</p>')).toBe(
    'Old & quiet\nNear the sea.\nClosed – May',
  );
  expect(toPlainText('<script>alert(1)</script><style>p{}</style>')).toBeUndefined();
  expect(toPlainText('&lt;b&gt; is text &bogus; &#0; &#xD800;')).toBe('<b> is text &bogus;');
  for (const nothing of [undefined, null, '', ' <p> </p> ']) expect(toPlainText(nothing)).toBeUndefined();
});

test('any text ends, without empty lines, and plain words stay', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const line of toPlainText(text)?.split('\n') ?? []) expect(line.trim()).toBe(line);
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,20}( [a-z]{1,20}){0,3}$/), (text) => {
      expect(toPlainText(`<div>${text}</div>`)).toBe(text);
    }),
  );
});
