import { draw, get, make } from '../dom.ts';
import { formatShort } from '../format.ts';
import type { ListedRow } from '../ranking.ts';
import { radiusOf } from './world-map.ts';

/** What the size of a circle or the shade of a country stands for. */
export function showMapKey(isOfCircles: boolean, rows: readonly ListedRow[]): void {
  const key = get('map-key', HTMLElement);
  const top = Math.max(0, ...rows.map(({ volume }) => volume));
  if (top === 0 || !isOfCircles) {
    key.replaceChildren(...(top === 0 ? [] : ['0', make('span', { class: 'ramp' }), formatShort(top)]));
    return;
  }
  const radius = radiusOf(rows, get('map', HTMLElement).clientWidth);
  const sizes = [niceBelow(top), niceBelow(top / 5)];
  key.replaceChildren(
    ...sizes.flatMap((volume) => {
      const r = radius(volume);
      return [
        draw('svg', { width: r * 2 + 2, height: r * 2 + 2 }, draw('circle', { cx: r + 1, cy: r + 1, r })),
        formatShort(volume),
      ];
    }),
  );
}

/** 1, 2 or 5 with zeros, not above. */
function niceBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return ([5, 2, 1].find((digit) => digit * power <= value) ?? 1) * power;
}
