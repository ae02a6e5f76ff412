import { draw, make } from '../dom.ts';

/** How the lines differ beside their colour: anybody who takes two colours for one still sees two kinds of line. */
export const DASHES = ['none', '7 3', '2 3', '10 3 2 3', '4 2 1 2 1 2'] as const;

/** A series as the legend names it. */
export interface LegendEntry {
  readonly label: string;
  /** `1.2M` */
  readonly figure: string;
}

/** A piece of the line of a series. */
export function drawSwatch(index: number): SVGElement {
  const swatch = draw(
    'svg',
    { class: 'swatch', viewBox: '0 0 22 10', 'aria-hidden': 'true' },
    draw('path', { class: `s${index + 1}`, d: 'M0 5h22' }),
  );
  swatch.querySelector('path')?.setAttribute('stroke-dasharray', DASHES[index] ?? 'none');
  return swatch;
}

/** Lists the series of the chart; all but the first can be taken out. */
export function showLegend(list: Element, entries: readonly LegendEntry[], remove: (index: number) => void): void {
  list.replaceChildren(
    ...entries.map(({ label, figure }, index) => {
      const item = make('li', {}, drawSwatch(index), make('span', {}, label), make('small', {}, figure));
      if (index === 0) return item;
      const button = make(
        'button',
        { class: 'clear', type: 'button', 'aria-label': `Remove ${label} from the chart` },
        draw('svg', { viewBox: '0 0 12 12', 'aria-hidden': 'true' }, draw('path', { d: 'M2 2l8 8M10 2l-8 8' })),
      );
      button.addEventListener('click', () => remove(index));
      item.append(button);
      return item;
    }),
  );
}
