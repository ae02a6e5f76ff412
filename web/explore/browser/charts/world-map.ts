import type { Feature, FeatureCollection, Geometry } from 'geojson';
import type { Topology } from 'topojson-specification';
import { colour, draw, make } from '../dom.ts';
import { formatCount, formatShare, sayChange, formatShort } from '../format.ts';
import { showGrowth } from './sparkline.ts';
import { Tooltip, tipLine } from './tooltip.ts';

/** Radius of the greatest circle: a share of the width, within these. */
const radiusShare = 1 / 38;
const radiusBounds = [9, 20] as const;
const radiusMin = 2.5;
/** About what a letter of a name takes, in CSS pixels: names are placed before they are drawn. */
const letterWidth = 7.4;
const zoomMax = 12;
const zoomStep = 1.8;
const zoomMs = 240;
/** Between these latitudes people live and fly to. */
const shownLatitudes = [77, -55] as const;
/** Turned a little, so that the edge runs through the Bering Strait and no country is cut. */
const turnedDegrees = -11;
const ANTARCTICA = '010';

/** A destination as a circle, or a market as a country. */
export interface MapMark {
  readonly code: string;
  readonly name: string;
  readonly where: string | undefined;
  readonly location: { readonly latitude: number; readonly longitude: number } | null;
  readonly volume: number;
  readonly share: number;
  readonly growth: number | null;
  readonly isChosen: boolean;
}

/** What is shown, and how. */
export interface MapView {
  readonly kind: 'circles' | 'countries';
  /** Greatest first. */
  readonly marks: readonly MapMark[];
  /** `searches` */
  readonly metric: string;
  readonly label: string;
}

type Country = Feature<Geometry, { readonly name: string }>;

/** A circle, or a dot in place of a country too small to see, and where it lies before zooming. */
interface PlacedMark {
  readonly mark: MapMark;
  readonly shape: SVGElement;
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

/**
 * The map of the world: one stop of the tab key, arrows go from mark to mark, Enter chooses. Drawn in CSS pixels, anew
 * for another width.
 */
export class WorldMap {
  readonly #frame: HTMLElement;
  readonly #tip: Tooltip;
  readonly #choose: (code: string) => void;
  #countries: readonly Country[] = [];
  #view: MapView | undefined;
  #shapes = new Map<string, SVGElement>();
  #placed: readonly PlacedMark[] = [];
  #active = -1;
  #size = { width: 0, height: 0 };
  #transform = d3.zoomIdentity;

  constructor(frame: HTMLElement, choose: (code: string) => void) {
    this.#frame = frame;
    this.#choose = choose;
    this.#tip = new Tooltip(frame);
    new ResizeObserver(() => {
      if (this.#view && (frame.clientWidth !== this.#size.width || frame.clientHeight !== this.#size.height))
        this.show(this.#view);
    }).observe(frame);
  }

  /** The shapes of countries (topojson), once. */
  load(topology: Topology): void {
    const { countries } = topology.objects;
    if (countries === undefined) return;
    const found = topojson.feature(topology, countries);
    this.#countries = (found.type === 'FeatureCollection' ? found.features : [found])
      .filter(({ id }) => id !== ANTARCTICA)
      .map((country) => ({ ...country, properties: { name: String(country.properties?.['name'] ?? '') } }));
    if (this.#view) this.show(this.#view);
  }

  show(view: MapView): void {
    this.#view = view;
    this.#active = -1;
    this.#tip.hide();
    if (this.#countries.length === 0) return;
    const size = { width: this.#frame.clientWidth, height: this.#frame.clientHeight };
    if (size.width !== this.#size.width || size.height !== this.#size.height) this.#transform = d3.zoomIdentity;
    this.#size = size;
    this.#shapes = new Map();
    const choices = draw('g', { role: 'listbox', tabindex: '0', 'aria-label': view.label });
    const land = draw('g', { 'aria-hidden': 'true' });
    const names = draw('g', { 'aria-hidden': 'true' });
    const svg = draw('svg', { viewBox: `0 0 ${size.width} ${size.height}` }, land, choices, names);
    if (view.kind === 'circles') this.#drawCircles(view, land, choices);
    else this.#drawCountries(view, land, choices);
    choices.addEventListener('keydown', (event) => this.#pressed(event));
    choices.addEventListener('focus', () => this.#point(Math.max(0, this.#active)));
    choices.addEventListener('blur', () => this.#point(-1));
    this.#frame.classList.remove('busy');
    this.#frame.replaceChildren(svg);
    this.#makeZoomable(svg, [land, ...(view.kind === 'countries' ? [choices] : [])], names);
  }

  /** Takes the map away until there is something to show again. */
  clear(): void {
    this.#view = undefined;
    this.#shapes = new Map();
    this.#placed = [];
    this.#active = -1;
    this.#transform = d3.zoomIdentity;
    this.#frame.replaceChildren();
    this.#frame.classList.add('busy');
  }

  /** Marks what the list points at. */
  point(code: string | undefined): void {
    this.#point(code === undefined ? -1 : (this.#view?.marks.findIndex((mark) => mark.code === code) ?? -1));
  }

  #drawCircles(view: MapView, land: SVGGElement, choices: SVGGElement): void {
    const projection = projectionOf(this.#countries, this.#size);
    const path = d3.geoPath(projection);
    for (const country of this.#countries) land.append(draw('path', { class: 'land', d: path(country) ?? '' }));
    const radius = radiusOf(view.marks, this.#size.width);
    this.#placed = view.marks.flatMap((mark) => {
      const at = mark.location && projection([mark.location.longitude, mark.location.latitude]);
      if (!at) return [];
      const r = radius(mark.volume);
      const shape = draw('circle', { class: mark.isChosen ? 'dot chosen' : 'dot', r: r.toFixed(1) });
      this.#addShape(shape, mark, choices);
      return [{ mark, shape, x: at[0], y: at[1], r }];
    });
  }

  #drawCountries(view: MapView, land: SVGGElement, choices: SVGGElement): void {
    const projection = projectionOf(this.#countries, this.#size);
    const path = d3.geoPath(projection);
    const shade = shadeOf(view.marks);
    const marks = new Map(view.marks.map((mark) => [mark.code, mark]));
    const shapes = new Map(this.#countries.map((country) => [regionOf(country.id), country]));
    this.#placed = [];
    for (const country of this.#countries)
      if (!marks.has(regionOf(country.id))) land.append(draw('path', { class: 'land', d: path(country) ?? '' }));
    for (const mark of view.marks) {
      const country = shapes.get(mark.code);
      const at = mark.location && projection([mark.location.longitude, mark.location.latitude]);
      // City states and islands are too small for the map: a dot stands for them.
      const shape = country
        ? draw('path', { class: 'land can', d: path(country) ?? '' })
        : at
          ? draw('circle', { class: 'land can', cx: at[0].toFixed(1), cy: at[1].toFixed(1), r: 2.5 })
          : undefined;
      if (!shape) continue;
      shape.style.fill = mark.isChosen ? colour('--series-2') : shade(mark.volume);
      this.#addShape(shape, mark, choices);
    }
  }

  /**
   * Buttons, dragging and two fingers; the wheel scrolls the page unless Ctrl is held. Circles and names keep their
   * size.
   */
  #makeZoomable(svg: SVGSVGElement, scaled: readonly SVGElement[], names: SVGGElement): void {
    const { width, height } = this.#size;
    const zoom = d3
      .zoom<SVGSVGElement, unknown>()
      .scaleExtent([1, zoomMax])
      .extent([
        [0, 0],
        [width, height],
      ])
      .translateExtent([
        [0, 0],
        [width, height],
      ])
      .filter((event: Event) =>
        event instanceof WheelEvent
          ? event.ctrlKey
          : !(window.TouchEvent && event instanceof TouchEvent && event.touches.length < 2 && this.#transform.k === 1),
      )
      .on('zoom', ({ transform }: { readonly transform: d3.ZoomTransform }) => {
        this.#transform = transform;
        this.#tip.hide();
        for (const group of scaled) group.setAttribute('transform', transform.toString());
        for (const { shape, x, y } of this.#placed) {
          shape.setAttribute('cx', transform.applyX(x).toFixed(1));
          shape.setAttribute('cy', transform.applyY(y).toFixed(1));
        }
        this.#writeNames(names);
      });
    const selected = d3.select(svg).call(zoom).call(zoom.transform, this.#transform).on('dblclick.zoom', null);
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : zoomMs;
    const button = (
      label: string,
      sign: string,
      run: (moving: d3.Transition<SVGSVGElement, unknown, null, undefined>) => void,
    ) => {
      const made = make(
        'button',
        { type: 'button', 'aria-label': label },
        draw('svg', { viewBox: '0 0 12 12', 'aria-hidden': 'true' }, draw('path', { d: sign })),
      );
      made.addEventListener('click', () => run(selected.transition().duration(calm)));
      return made;
    };
    this.#frame.append(
      make(
        'div',
        { class: 'zoom' },
        button('Zoom in', 'M6 1.5v9M1.5 6h9', (moving) => zoom.scaleBy(moving, zoomStep)),
        button('Zoom out', 'M1.5 6h9', (moving) => zoom.scaleBy(moving, 1 / zoomStep)),
        button('Whole world', 'M1.5 4.5v-3h3M7.5 1.5h3v3M10.5 7.5v3h-3M4.5 10.5h-3v-3', (moving) =>
          zoom.transform(moving, d3.zoomIdentity),
        ),
      ),
    );
  }

  /** The chosen place and the greatest ones, where their names do not run into each other. */
  #writeNames(names: SVGGElement): void {
    const { width, height } = this.#size;
    const taken: { readonly left: number; readonly right: number; readonly y: number }[] = [];
    const free = Math.max(3, Math.round(width / 90));
    const written = [...this.#placed]
      .sort((a, b) => Number(b.mark.isChosen) - Number(a.mark.isChosen))
      .flatMap(({ mark, x, y, r }) => {
        const [left, middle] = [this.#transform.applyX(x) + r + 4, this.#transform.applyY(y)];
        const box = { left: left - 4, right: left + mark.name.length * letterWidth + 4, y: middle };
        const isInside = left > 0 && box.right < width && middle > 8 && middle < height - 8;
        if (
          !isInside ||
          taken.length >= free ||
          taken.some((other) => Math.abs(other.y - middle) < 16 && other.left < box.right && box.left < other.right)
        )
          return [];
        taken.push(box);
        return [draw('text', { class: 'name', x: left.toFixed(1), y: (middle + 4).toFixed(1) }, mark.name)];
      });
    names.replaceChildren(...written);
  }

  #addShape(shape: SVGElement, mark: MapMark, choices: SVGGElement): void {
    const id = `mark-${mark.code}`;
    for (const [name, value] of Object.entries({
      id,
      role: 'option',
      'aria-selected': String(mark.isChosen),
      'aria-label': this.#say(mark),
    }))
      shape.setAttribute(name, value);
    shape.addEventListener('pointerenter', () => this.#announce(mark, shape));
    shape.addEventListener('pointerleave', () => this.#tip.hide());
    shape.addEventListener('click', () => this.#choose(mark.code));
    this.#shapes.set(mark.code, shape);
    // Small circles lie on large ones, so that both can be pointed at; the order of the list stays that of the marks.
    choices.append(shape);
  }

  #say({ name, where, volume, share, growth }: MapMark): string {
    return `${name}${where ? `, ${where}` : ''}: ${formatCount(volume)} ${this.#view?.metric ?? ''}, ${formatShare(share)} of all, ${sayChange(growth)}`;
  }

  #pressed(event: KeyboardEvent): void {
    const count = this.#view?.marks.length ?? 0;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowRight: 1,
      ArrowUp: -1,
      ArrowLeft: -1,
      Home: -this.#active,
      End: count - 1 - this.#active,
    };
    const step = steps[event.key];
    if (step !== undefined && count > 0) this.#point((this.#active + step + count) % count);
    else if (event.key === 'Enter' || event.key === ' ') this.#chooseActive();
    else return;
    event.preventDefault();
  }

  #chooseActive(): void {
    const mark = this.#view?.marks[this.#active];
    if (mark) this.#choose(mark.code);
  }

  #point(index: number): void {
    this.#frame.querySelector('.active')?.classList.remove('active');
    this.#active = index;
    const mark = this.#view?.marks[index];
    const shape = mark && this.#shapes.get(mark.code);
    const choices = this.#frame.querySelector('[role="listbox"]');
    if (!mark || !shape) {
      this.#tip.hide();
      choices?.removeAttribute('aria-activedescendant');
      return;
    }
    shape.classList.add('active');
    choices?.setAttribute('aria-activedescendant', shape.id);
    this.#announce(mark, shape);
  }

  #announce(mark: MapMark, shape: SVGElement): void {
    const frame = this.#frame.getBoundingClientRect();
    const box = shape.getBoundingClientRect();
    this.#tip.show(
      box.left + box.width / 2 - frame.left,
      box.top + box.height / 2 - frame.top,
      make('strong', {}, mark.name),
      tipLine(this.#view?.metric ?? '', formatShort(mark.volume)),
      tipLine('Share', formatShare(mark.share)),
      tipLine('Change', showGrowth(mark.growth)),
    );
  }
}

/** How large a circle is on a map of a width: its area is the volume. */
export function radiusOf(marks: readonly { readonly volume: number }[], width: number): (volume: number) => number {
  const [least, greatest] = radiusBounds;
  const scale = d3.scaleSqrt(
    [0, Math.max(1, ...marks.map(({ volume }) => volume))],
    [0, Math.min(greatest, Math.max(least, width * radiusShare))],
  );
  return (volume) => Math.max(radiusMin, scale(volume));
}

function shadeOf(marks: readonly MapMark[]): (volume: number) => string {
  const top = Math.max(1, ...marks.map(({ volume }) => volume));
  const ramp = d3.interpolateRgb(colour('--shade-low'), colour('--shade-high'));
  return (volume) => ramp(Math.sqrt(volume / top));
}

/** As wide as the frame, or as high where that is less; the far north and south are cut off. */
function projectionOf(
  countries: readonly Country[],
  { width, height }: { readonly width: number; readonly height: number },
): d3.GeoProjection {
  const all: FeatureCollection = { type: 'FeatureCollection', features: [...countries] };
  const projection = d3
    .geoNaturalEarth1()
    .rotate([turnedDegrees, 0])
    .fitWidth(width - 8, all);
  const [north, south] = shownLatitudes.map((latitude) => projection([-turnedDegrees, latitude])?.[1] ?? 0);
  const shown = (south ?? 0) - (north ?? 0);
  const shrink = Math.min(1, height / shown);
  projection.scale(projection.scale() * shrink).translate([0, 0]);
  const [[left], [right]] = d3.geoPath(projection).bounds(all);
  const top = projection([-turnedDegrees, shownLatitudes[0]])?.[1] ?? 0;
  return projection.translate([(width - right - left) / 2, (height - shown * shrink) / 2 - top]);
}

/** The map numbers countries (ISO 3166 numeric); the browser knows their letters. */
function regionOf(id: string | number | undefined): string {
  if (id === undefined) return '';
  try {
    return Intl.getCanonicalLocales(`und-${String(id).padStart(3, '0')}`)[0]?.split('-')[1] ?? '';
  } catch {
    return '';
  }
}
