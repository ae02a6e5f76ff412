import { expect, test } from 'vitest';
import { accentOf, accentRules, contrast } from './accent.ts';

test('contrast is that of WCAG: white on black 21, grey #767676 on white 4.54', () => {
  expect(contrast('#ffffff', '#000000')).toBe(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

test('a dark green bears white text, and is lightened as text in the dark', () => {
  expect(accentOf('#0b5c4a')).toEqual({
    light: { ground: '#0b5c4a', onGround: '#ffffff', text: '#0b5c4a' },
    dark: { ground: '#0b5c4a', onGround: '#ffffff', text: '#599084' },
  });
});

test('a yellow bears black text, and is darkened as text on light pages', () => {
  const { light, dark } = accentOf('#ffd400');
  expect([light.ground, light.onGround, dark.text]).toEqual(['#ffd400', '#000000', '#ffd400']);
  expect(light.text).toBe('#856e00');
});

test('every colour of a grid over all of them reads, as ground and as text, light and dark', () => {
  const channel = [0, 51, 102, 119, 153, 204, 255];
  const hex = (value: number) => value.toString(16).padStart(2, '0');
  for (const red of channel)
    for (const green of channel)
      for (const blue of channel) {
        const colour = `#${hex(red)}${hex(green)}${hex(blue)}`;
        const { light, dark } = accentOf(colour);
        const least = Math.min(
          contrast(light.ground, light.onGround),
          contrast(light.text, '#ffffff'),
          contrast(light.text, '#f5f5f7'),
          contrast(dark.text, '#1c1c1e'),
          contrast(dark.text, '#000000'),
        );
        expect([colour, least >= 4.5]).toEqual([colour, true]);
      }
});

test('rules hold nothing but colours', () => {
  expect(accentRules('#0b5c4a')).toMatch(/^[\w\s:#;{}(),@.-]+$/);
});
