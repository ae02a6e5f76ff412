import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fillPicture, getPicture, pickIndex } from './static-picture.ts';

const NAMES = readdirSync('web/pictures', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.svg'))
  .map((file) => file.replace(/\.svg$/, ''));

test.each(NAMES)('%s is one SVG that loads and runs nothing, its tags balanced', (name) => {
  const svg = getPicture(name);
  expect(svg).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="[^"]+" width="\d+" height="\d+" role="img"><title>.+<\/svg>$/,
  );
  expect(svg).not.toMatch(/<script|<style|<image|href=|\son\w+=|NaN|undefined/);
  expect(svg.length).toBeLessThan(20_000);
  const open: string[] = [];
  for (const [, closing, tag = '', selfClosing] of svg.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (closing === '/') expect(open.pop()).toBe(tag);
    else if (selfClosing !== '/') open.push(tag);
  }
  expect(open).toEqual([]);
});

test('a value is escaped, and a picture is never served with a gap', () => {
  expect(fillPicture('<title>{{name}}</title>', { name: '<b> & "c"' })).toBe(
    '<title>&lt;b&gt; &amp; &quot;c&quot;</title>',
  );
  expect(() => fillPicture('<title>{{name}}</title>', {})).toThrow('name');
  expect(() => getPicture('cars/boat')).toThrow('cars/boat');
});

test('an id always has the same picture, and ids spread over all there are', () => {
  expect(pickIndex('Hertz', 8)).toBe(pickIndex('Hertz', 8));
  const picked = new Set(Array.from({ length: 100 }, (_, index) => pickIndex(`h-${index}`, 4)));
  expect([...picked].sort()).toEqual([0, 1, 2, 3]);
});
