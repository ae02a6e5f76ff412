import { escapeXml, FONT, Variation } from '../../offers/pictures/draw-svg.ts';

const WIDTH = 960;
const HEIGHT = 540;
const HORIZON = 410;
/** Beyond these latitudes the sky is a northern one. */
const NORTH = 55;
const TROPIC = 25;

/** Sky from top to horizon, far and near buildings, lit windows. */
interface Palette {
  readonly sky: readonly [string, string, string];
  readonly far: string;
  readonly middle: string;
  readonly near: string;
  readonly light: string;
}
const DAWN: Palette = {
  sky: ['#2b3a67', '#c06c84', '#f8b195'],
  far: '#9a5a78',
  middle: '#5e3a5f',
  near: '#2f2240',
  light: '#ffe0ac',
};
const DUSK: Palette = {
  sky: ['#1b2a49', '#6a4c93', '#f78d60'],
  far: '#7d4a7e',
  middle: '#43305f',
  near: '#211a38',
  light: '#ffd27d',
};
const DAY: Palette = {
  sky: ['#2a6f97', '#61a5c2', '#e9f5db'],
  far: '#7fb0c0',
  middle: '#3d7a94',
  near: '#174a63',
  light: '#f4f9e9',
};
const GOLD: Palette = {
  sky: ['#7a3e48', '#d9825b', '#f7d488'],
  far: '#c27a55',
  middle: '#87493f',
  near: '#43242f',
  light: '#fff0c2',
};
const TROPICS: Palette = {
  sky: ['#05668d', '#02a99d', '#f0f3bd'],
  far: '#4fae9f',
  middle: '#1c7c7d',
  near: '#0b4a55',
  light: '#fdf6c9',
};
const AURORA: Palette = {
  sky: ['#0b132b', '#1c4b5a', '#5bc0a2'],
  far: '#2d6a6e',
  middle: '#1b454f',
  near: '#0c2430',
  light: '#d8fff0',
};
const NIGHT: Palette = {
  sky: ['#0d1033', '#2e2a6b', '#8a6fb0'],
  far: '#574a8c',
  middle: '#332c62',
  near: '#181638',
  light: '#ffe9a8',
};
const TEMPERATE = [DAWN, DUSK, DAY, GOLD, NIGHT] as const;

/** A city's picture: a skyline under a sky, always the same for its code, with its name. Not a likeness. */
export function drawCity({
  code,
  name,
  latitude,
}: {
  readonly code: string;
  readonly name: string;
  readonly latitude: number | undefined;
}): string {
  const vary = new Variation(`city ${code}`);
  const palette = paletteOf(vary, latitude);
  const layers = [
    drawRow(vary, palette.far, { tallest: 210, least: 60, width: 34 }),
    drawRow(vary, palette.middle, { tallest: 250, least: 50, width: 46 }),
  ];
  const near = drawRow(vary, palette.near, { tallest: 190, least: 30, width: 58, light: palette.light });
  const size = name.length > 22 ? 40 : name.length > 14 ? 54 : 68;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img"><title>${escapeXml(name)}</title><defs>` +
    `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">${palette.sky.map((colour, index) => `<stop offset="${index * 0.42}" stop-color="${colour}"/>`).join('')}</linearGradient>` +
    `<linearGradient id="sea" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.middle}"/><stop offset="1" stop-color="${palette.near}"/></linearGradient>` +
    '<linearGradient id="veil" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".5"/></linearGradient></defs>' +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>${drawSky(vary, palette)}${drawHills(vary, palette.far)}` +
    `<g opacity=".55">${layers[0]}</g><g opacity=".85">${layers[1]}</g>${near}` +
    `<rect y="${HORIZON}" width="${WIDTH}" height="${HEIGHT - HORIZON}" fill="url(#sea)"/>${drawWater(vary, palette.light)}` +
    `<rect y="300" width="${WIDTH}" height="240" fill="url(#veil)"/>` +
    `<text x="48" y="${HEIGHT - 52}" ${FONT} font-weight="700" font-size="${size}" fill="#fff">${escapeXml(name)}</text>` +
    `<text x="${WIDTH - 48}" y="${HEIGHT - 52}" text-anchor="end" ${FONT} font-weight="600" font-size="26" letter-spacing="6" fill="#fff" fill-opacity=".8">${escapeXml(code)}</text></svg>`
  );
}

function paletteOf(vary: Variation, latitude: number | undefined): Palette {
  const distance = Math.abs(latitude ?? 45);
  if (distance > NORTH) return vary.oneOf([AURORA, NIGHT, DAY]);
  return distance < TROPIC ? vary.oneOf([TROPICS, GOLD, DUSK]) : vary.oneOf(TEMPERATE);
}

/** The sun or the moon, and stars where the sky is dark. */
function drawSky(vary: Variation, palette: Palette): string {
  const isDark = palette === NIGHT || palette === AURORA;
  const [x, y, radius] = [vary.between(120, WIDTH - 120), vary.between(70, 200), vary.between(34, 56)];
  const stars = isDark
    ? Array.from(
        { length: 46 },
        () => `<circle cx="${vary.between(0, WIDTH)}" cy="${vary.between(0, 250)}" r="${vary.between(6, 16) / 10}"/>`,
      ).join('')
    : '';
  const glow = [2.6, 1.8, 1]
    .map(
      (factor, index) =>
        `<circle cx="${x}" cy="${y}" r="${Math.round(radius * factor)}" opacity="${[0.1, 0.16, 0.9][index]}"/>`,
    )
    .join('');
  return `<g fill="#fff" opacity=".8">${stars}</g><g fill="${palette.light}">${glow}</g>`;
}

function drawHills(vary: Variation, colour: string): string {
  const [a, b, c] = [vary.between(230, 330), vary.between(250, 350), vary.between(220, 330)];
  return `<path d="M0 ${a} C160 ${a - 70} 260 ${b} 420 ${b - 40} S700 ${c - 60} ${WIDTH} ${c} V${HORIZON} H0 Z" fill="${colour}" opacity=".35"/>`;
}

interface Row {
  readonly tallest: number;
  readonly least: number;
  readonly width: number;
  /** Colour of lit windows; without it they are too far to be seen. */
  readonly light?: string;
}

/** Buildings from one side to the other, higher towards a centre. */
function drawRow(vary: Variation, colour: string, row: Row): string {
  const centre = vary.between(250, WIDTH - 250);
  let shapes = '';
  let lights = '';
  for (let x = -vary.between(0, 20); x < WIDTH; ) {
    const width = vary.between(Math.round(row.width * 0.6), Math.round(row.width * 1.5));
    const nearness = Math.max(0.25, 1 - Math.abs(x - centre) / 620);
    const height = row.least + Math.round(vary.between(20, row.tallest) * nearness);
    shapes += drawBuilding(vary, { x, width, top: HORIZON - height });
    if (row.light !== undefined) lights += drawWindows(vary, { x, width, top: HORIZON - height });
    x += width + vary.between(-4, 6);
  }
  return `<g fill="${colour}">${shapes}</g>${lights === '' ? '' : `<g fill="${row.light}" opacity=".75">${lights}</g>`}`;
}

interface Building {
  readonly x: number;
  readonly width: number;
  readonly top: number;
}

/** Flat, gabled, stepped, domed or with a mast. */
function drawBuilding(vary: Variation, { x, width, top }: Building): string {
  const body = `<path d="M${x} ${HORIZON + 2} V${top} H${x + width} V${HORIZON + 2} Z"/>`;
  const middle = x + Math.round(width / 2);
  const roofs = [
    '',
    '',
    `<path d="M${x} ${top} L${middle} ${top - Math.round(width * 0.45)} L${x + width} ${top} Z"/>`,
    `<rect x="${x + Math.round(width * 0.2)}" y="${top - 16}" width="${Math.round(width * 0.6)}" height="18"/><rect x="${middle - 1}" y="${top - 44}" width="3" height="30"/>`,
    `<path d="M${x + 4} ${top + 1} A${Math.round(width / 2) - 4} ${Math.round(width / 2) - 4} 0 0 1 ${x + width - 4} ${top + 1} Z"/>`,
    `<path d="M${x} ${top} L${x + width} ${top - Math.round(width * 0.35)} V${top} Z"/>`,
  ] as const;
  return body + vary.oneOf(roofs);
}

function drawWindows(vary: Variation, { x, width, top }: Building): string {
  let windows = '';
  for (let y = top + 12; y < HORIZON - 12; y += 15) {
    for (let column = x + 8; column < x + width - 9; column += 12)
      if (vary.between(0, 9) < 3) windows += `<rect x="${column}" y="${y}" width="5" height="7"/>`;
  }
  return windows;
}

/** What shines on the water. */
function drawWater(vary: Variation, light: string): string {
  const glints = Array.from({ length: 26 }, () => {
    const width = vary.between(24, 130);
    return `<rect x="${vary.between(-20, WIDTH)}" y="${vary.between(HORIZON + 6, HEIGHT - 12)}" width="${width}" height="2" rx="1"/>`;
  });
  return `<g fill="${light}" opacity=".28">${glints.join('')}</g>`;
}
