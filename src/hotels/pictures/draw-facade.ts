import type { Variation } from '../../offers/pictures/draw-svg.ts';
import type { HotelPalette } from './draw-hotel.ts';
import { drawStar } from './draw-interior.ts';
import { drawPalm, drawSky, drawTree } from './draw-outside.ts';

const GROUND = 460;
const GLASS = '#5d7a8c';
const LIT = '#ffe1a1';

/** The fronts there are. Types of the built-in world by id; another supplier's are drawn as hotels. */
type Front = 'block' | 'tower' | 'balconies' | 'house' | 'resort' | 'ryokan' | 'riad' | 'motel' | 'mansard';
const FRONT_OF_TYPE: Readonly<Record<number, Front>> = {
  2: 'balconies',
  3: 'house',
  4: 'resort',
  5: 'house',
  6: 'ryokan',
  7: 'riad',
  8: 'house',
  9: 'motel',
  10: 'mansard',
};
const TOWER_STARS_MIN = 4;

interface Facts {
  readonly hotelTypeId: number;
  readonly starRating: number;
}

/** The front of a house by its kind and stars, with the street before it. */
export function drawFacade(vary: Variation, palette: HotelPalette, { hotelTypeId, starRating }: Facts): string {
  const front = FRONT_OF_TYPE[hotelTypeId] ?? (starRating >= TOWER_STARS_MIN ? 'tower' : 'block');
  const stars = Array.from({ length: Math.max(0, Math.min(5, Math.round(starRating))) }, (_, index) =>
    drawStar(36 + index * 30, 524),
  ).join('');
  return (
    `${drawSky(vary, GROUND)}${drawSkyline(vary, palette)}<rect y="${GROUND}" width="960" height="80" fill="#8b8f93"/><rect y="${GROUND}" width="960" height="14" fill="#c9c6bf"/>` +
    `<path d="M0 506 H960" stroke="#fff" stroke-width="4" stroke-dasharray="46 34" opacity=".6"/>${DRAW[front](vary, palette)}<g fill="#ffd257" stroke="#8a6414" stroke-width="1">${stars}</g>`
  );
}

const DRAW: Readonly<Record<Front, (vary: Variation, palette: HotelPalette) => string>> = {
  block: drawBlock,
  tower: drawTower,
  balconies: drawBalconies,
  house: drawHouse,
  resort: drawResort,
  ryokan: drawRyokan,
  riad: drawRiad,
  motel: drawMotel,
  mansard: drawMansard,
};

function drawSkyline(vary: Variation, palette: HotelPalette): string {
  let shapes = '';
  for (let x = -10; x < 960; x += vary.between(50, 90)) {
    const height = vary.between(60, 190);
    shapes += `<rect x="${x}" y="${GROUND - height}" width="${vary.between(44, 80)}" height="${height}"/>`;
  }
  return `<g fill="${palette.shade}" opacity=".35">${shapes}</g>`;
}

interface Grid {
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
  /** From one window to the next. */
  readonly stepX: number;
  readonly stepY: number;
  readonly width: number;
  readonly height: number;
}

/** Windows in rows, some of them lit. */
function drawWindows(vary: Variation, palette: HotelPalette, grid: Grid): string {
  let [dark, lit] = ['', ''];
  for (let row = 0; row < grid.rows; row += 1) {
    for (let column = 0; column < grid.columns; column += 1) {
      const rect = `<rect x="${grid.x + column * grid.stepX}" y="${grid.y + row * grid.stepY}" width="${grid.width}" height="${grid.height}"/>`;
      if (vary.between(0, 9) < 3) lit += rect;
      else dark += rect;
    }
  }
  return `<g fill="${GLASS}" stroke="${palette.trim}" stroke-width="3">${dark}</g><g fill="${LIT}" stroke="${palette.trim}" stroke-width="3">${lit}</g>`;
}

function drawEntrance(palette: HotelPalette, width = 96): string {
  const x = 480 - width / 2;
  return (
    `<rect x="${x}" y="${GROUND - 84}" width="${width}" height="84" fill="${LIT}"/><path d="M480 ${GROUND - 84} V${GROUND}" stroke="${palette.trim}" stroke-width="5"/><rect x="${x}" y="${GROUND - 84}" width="${width}" height="84" fill="none" stroke="${palette.trim}" stroke-width="6"/>` +
    `<path d="M${x - 34} ${GROUND - 84} h${width + 68} l-16 -26 h-${width + 36} z" fill="${palette.accent}"/><path d="M${x - 34} ${GROUND - 84} h${width + 68}" stroke="${palette.trim}" stroke-width="5"/>`
  );
}

function drawBlock(vary: Variation, palette: HotelPalette): string {
  const rows = vary.between(3, 4);
  const top = GROUND - 120 - rows * 66;
  return (
    `<rect x="230" y="${top}" width="500" height="${GROUND - top}" fill="${palette.wall}"/><rect x="640" y="${top}" width="90" height="${GROUND - top}" fill="${palette.shade}" opacity=".5"/><rect x="216" y="${top - 16}" width="528" height="18" fill="${palette.roof}"/><rect x="230" y="${GROUND - 122}" width="500" height="8" fill="${palette.shade}"/>` +
    `${drawWindows(vary, palette, { x: 262, y: top + 28, columns: 7, rows, stepX: 64, stepY: 66, width: 40, height: 44 })}<rect x="400" y="${top - 62}" width="160" height="36" rx="6" fill="${palette.accent}"/><path d="M420 ${top - 26} v12 M540 ${top - 26} v12" stroke="#555" stroke-width="5"/>` +
    `<text x="480" y="${top - 36}" text-anchor="middle" font-family="Georgia, serif" font-weight="700" font-size="24" letter-spacing="7" fill="#fff">HOTEL</text>${drawEntrance(palette)}${drawTree(160, GROUND, 70)}${drawTree(800, GROUND, 84)}${drawTree(880, GROUND, 60)}`
  );
}

function drawTower(vary: Variation, palette: HotelPalette): string {
  const flags = [300, 660]
    .map(
      (x) =>
        `<path d="M${x} 70 v-46" stroke="#666" stroke-width="4"/><path d="M${x} 26 h40 l-10 10 l10 10 h-40 z" fill="${palette.accent}"/>`,
    )
    .join('');
  return (
    `<rect x="150" y="250" width="660" height="${GROUND - 250}" fill="${palette.shade}"/><rect x="280" y="70" width="400" height="${GROUND - 70}" fill="${palette.wall}"/><path d="M480 70 h200 v${GROUND - 70} h-200 z" fill="#000" opacity=".05"/><rect x="266" y="58" width="428" height="16" fill="${palette.roof}"/>${flags}` +
    `${drawWindows(vary, palette, { x: 306, y: 96, columns: 8, rows: 6, stepX: 45, stepY: 42, width: 30, height: 28 })}${drawWindows(vary, palette, { x: 172, y: 278, columns: 2, rows: 4, stepX: 50, stepY: 42, width: 32, height: 28 })}${drawWindows(vary, palette, { x: 704, y: 278, columns: 2, rows: 4, stepX: 50, stepY: 42, width: 32, height: 28 })}` +
    `<rect x="280" y="346" width="400" height="12" fill="${palette.trim}"/>${drawEntrance(palette, 150)}<path d="M230 ${GROUND} q16 -60 32 0 z M698 ${GROUND} q16 -60 32 0 z" fill="#3f6f45"/>${drawTree(90, GROUND, 70)}${drawTree(880, GROUND, 78)}`
  );
}

function drawBalconies(vary: Variation, palette: HotelPalette): string {
  let balconies = '';
  for (let row = 0; row < 5; row += 1)
    for (const x of [268, 404, 540, 664]) {
      const y = 110 + row * 62;
      balconies += `<rect x="${x}" y="${y}" width="62" height="40" fill="${vary.between(0, 9) < 3 ? LIT : GLASS}"/><rect x="${x - 8}" y="${y + 28}" width="78" height="20" fill="none" stroke="${palette.roof}" stroke-width="4"/><path d="M${x + 10} ${y + 28} v20 M${x + 30} ${y + 28} v20 M${x + 50} ${y + 28} v20" stroke="${palette.roof}" stroke-width="3"/><path d="M${x - 6} ${y + 30} q8 -12 18 0 q8 -12 18 0" fill="#5d9a58"/>`;
    }
  return `<rect x="240" y="80" width="510" height="${GROUND - 80}" fill="${palette.wall}"/><rect x="370" y="80" width="14" height="${GROUND - 80}" fill="${palette.shade}"/><rect x="630" y="80" width="14" height="${GROUND - 80}" fill="${palette.shade}"/><rect x="228" y="68" width="534" height="16" fill="${palette.roof}"/>${balconies}${drawEntrance(palette, 70)}${drawTree(150, GROUND, 90)}${drawTree(830, GROUND, 76)}`;
}

function drawHouse(vary: Variation, palette: HotelPalette): string {
  let shutters = '';
  for (const y of [250, 350])
    for (const x of [300, 400, 560, 660]) {
      shutters += `<rect x="${x}" y="${y}" width="40" height="52" fill="${vary.between(0, 9) < 4 ? LIT : GLASS}" stroke="${palette.trim}" stroke-width="4"/><path d="M${x - 18} ${y} h16 v52 h-16 z M${x + 42} ${y} h16 v52 h-16 z" fill="${palette.accent}"/><path d="M${x - 4} ${y + 58} h48 v8 h-48 z" fill="#7a5136"/><g fill="#d6457a"><circle cx="${x + 6}" cy="${y + 56}" r="6"/><circle cx="${x + 20}" cy="${y + 54}" r="7"/><circle cx="${x + 34}" cy="${y + 56}" r="6"/></g>`;
    }
  return (
    `<path d="M640 150 v-56 h36 v80 z" fill="${palette.shade}"/><rect x="264" y="220" width="460" height="${GROUND - 220}" fill="${palette.wall}"/><path d="M236 226 L494 84 L752 226 Z" fill="${palette.roof}"/><path d="M264 214 L494 96 L724 214" stroke="#fff" stroke-opacity=".25" stroke-width="6" fill="none"/><circle cx="494" cy="172" r="24" fill="${GLASS}" stroke="${palette.trim}" stroke-width="6"/>${shutters}` +
    `<path d="M462 ${GROUND} v-78 q32 -34 64 0 v78 z" fill="${palette.accent}" stroke="${palette.trim}" stroke-width="6"/><circle cx="514" cy="${GROUND - 34}" r="4" fill="#ffd257"/><path d="M450 ${GROUND} h88 v8 h-88 z" fill="${palette.shade}"/><path d="M540 ${GROUND - 96} h58 v30 h-58 z" fill="${palette.trim}" stroke="${palette.roof}" stroke-width="4"/>` +
    `${drawTree(150, GROUND, 96)}${drawTree(830, GROUND, 110)}<path d="M200 ${GROUND} q30 -50 60 0 z M728 ${GROUND} q34 -56 68 0 z" fill="#4f7f4a"/>`
  );
}

function drawResort(vary: Variation, palette: HotelPalette): string {
  const wing = (x: number) =>
    `<rect x="${x}" y="280" width="260" height="150" fill="${palette.wall}"/><path d="M${x - 20} 282 L${x + 130} 232 L${x + 280} 282 Z" fill="${palette.roof}"/>${drawWindows(vary, palette, { x: x + 18, y: 302, columns: 4, rows: 2, stepX: 60, stepY: 60, width: 42, height: 38 })}`;
  return (
    `<rect y="330" width="960" height="70" fill="#3fa0b8"/><rect y="396" width="960" height="70" fill="#ecd9ae"/>${wing(70)}${wing(630)}<rect x="320" y="230" width="320" height="200" fill="${palette.trim}"/><path d="M296 232 L480 150 L664 232 Z" fill="${palette.roof}"/>` +
    `<g fill="${palette.shade}">${[344, 404, 540, 600].map((x) => `<rect x="${x}" y="250" width="16" height="180"/>`).join('')}</g><path d="M430 430 v-120 q50 -60 100 0 v120 z" fill="${LIT}"/><path d="M170 ${GROUND + 4} Q480 ${GROUND - 60} 790 ${GROUND + 4} Z" fill="#35b3c9" stroke="#fff" stroke-width="8"/>${drawPalm(60, 448, 210)}${drawPalm(300, 440, 150)}${drawPalm(690, 442, 170)}${drawPalm(900, 448, 230)}`
  );
}

function drawRyokan(vary: Variation, palette: HotelPalette): string {
  const roof = (y: number, half: number) =>
    `<path d="M${480 - half - 50} ${y + 8} Q${480 - half} ${y - 6} ${480 - half + 60} ${y - 54} H${480 + half - 60} Q${480 + half} ${y - 6} ${480 + half + 50} ${y + 8} Z" fill="#3d4450"/><path d="M${480 - half - 50} ${y + 8} H${480 + half + 50}" stroke="#262b33" stroke-width="8"/>`;
  const screens = Array.from(
    { length: 8 },
    (_, index) =>
      `<rect x="${228 + index * 64}" y="346" width="54" height="108" fill="${vary.between(0, 2) === 0 ? LIT : '#f7efdc'}"/><path d="M${228 + index * 64} 382 h54 M${228 + index * 64} 418 h54 M${255 + index * 64} 346 v108" stroke="#5b3f2b" stroke-width="3"/>`,
  ).join('');
  const lanterns = [380, 580]
    .map(
      (x) =>
        `<path d="M${x} 330 v14" stroke="#333" stroke-width="3"/><rect x="${x - 14}" y="344" width="28" height="40" rx="12" fill="#d6453d"/><rect x="${x - 14}" y="358" width="28" height="8" fill="#fff" opacity=".4"/>`,
    )
    .join('');
  return (
    `<rect x="300" y="200" width="360" height="120" fill="#7a5638"/><g>${Array.from({ length: 5 }, (_, index) => `<rect x="${318 + index * 68}" y="226" width="50" height="64" fill="#f7efdc" stroke="#5b3f2b" stroke-width="4"/>`).join('')}</g>${roof(196, 220)}<rect x="214" y="324" width="532" height="${GROUND - 324}" fill="#6b4a30"/>${screens}${roof(332, 310)}` +
    `<path d="M436 350 h88 v44 h-22 v-10 h-22 v10 h-22 v-10 h-22 z" fill="${palette.accent}"/>${lanterns}<g fill="#f3b6c6"><circle cx="120" cy="330" r="58"/><circle cx="170" cy="300" r="46"/><circle cx="86" cy="288" r="44"/></g><path d="M126 ${GROUND} q-10 -70 6 -130" stroke="#5b3f2b" stroke-width="14" fill="none"/><path d="M800 ${GROUND} q30 -40 60 0 z M850 ${GROUND} q26 -60 62 0 z" fill="#8a8f92"/>${drawTree(900, GROUND, 110)}`
  );
}

function drawRiad(vary: Variation, palette: HotelPalette): string {
  const arch = (x: number, top: number, width: number) =>
    `<path d="M${x} ${GROUND} v-${GROUND - top - width / 2} q0 -${width / 2} ${width / 2} -${Math.round(width * 0.62)} q${width / 2} ${Math.round(width * 0.12)} ${width / 2} ${Math.round(width * 0.62)} v${GROUND - top - width / 2} z"/>`;
  const tiles = Array.from(
    { length: 22 },
    (_, index) =>
      `<path d="M${206 + index * 25} 318 l12 -12 l12 12 l-12 12 z" fill="${vary.oneOf(['#1f6f78', '#e8b23a', '#2f4b7c'])}"/>`,
  ).join('');
  const merlons = Array.from(
    { length: 14 },
    (_, index) => `<path d="M${204 + index * 40} 172 v-18 l12 -12 l12 12 v18 z"/>`,
  ).join('');
  return (
    `<rect x="196" y="170" width="568" height="${GROUND - 170}" fill="#d08a5c"/><g fill="#d08a5c">${merlons}</g><rect x="640" y="170" width="124" height="${GROUND - 170}" fill="#000" opacity=".07"/>${tiles}<g fill="#5a3220">${arch(250, 352, 80)}${arch(630, 352, 80)}</g><g fill="${palette.accent}" stroke="#f4d9a8" stroke-width="7">${arch(420, 334, 120)}</g><path d="M480 352 V${GROUND}" stroke="#f4d9a8" stroke-width="4"/>` +
    `<g fill="${GLASS}" stroke="#f4d9a8" stroke-width="4">${[262, 362, 462, 562, 662].map((x) => `<path d="M${x} 276 v-40 q18 -28 36 0 v40 z"/>`).join('')}</g><circle cx="480" cy="${GROUND - 60}" r="5" fill="#ffd257"/><g fill="#b5694a"><path d="M366 ${GROUND} l-6 -30 h36 l-6 30 z M570 ${GROUND} l-6 -30 h36 l-6 30 z"/></g><g fill="#4f8a58"><circle cx="378" cy="${GROUND - 44}" r="20"/><circle cx="582" cy="${GROUND - 44}" r="20"/></g>${drawPalm(110, GROUND, 240)}${drawPalm(850, GROUND, 210)}`
  );
}

function drawMotel(vary: Variation, palette: HotelPalette): string {
  let doors = '';
  for (const y of [276, 372])
    for (let x = 110; x < 760; x += 108)
      doors += `<rect x="${x}" y="${y}" width="34" height="68" fill="${palette.accent}"/><rect x="${x + 42}" y="${y + 8}" width="46" height="34" fill="${vary.between(0, 9) < 4 ? LIT : GLASS}" stroke="${palette.trim}" stroke-width="4"/>`;
  const car = (x: number, colour: string) =>
    `<path d="M${x} 498 q4 -24 26 -24 l18 -20 h52 l22 20 q22 2 24 24 z" fill="${colour}"/><circle cx="${x + 34}" cy="500" r="13" fill="#333"/><circle cx="${x + 110}" cy="500" r="13" fill="#333"/><path d="M${x + 48} 458 h22 v15 h-34 z M${x + 76} 458 h18 l14 15 h-32 z" fill="#cfe3ee"/>`;
  return (
    `<rect x="90" y="252" width="700" height="${GROUND - 252}" fill="${palette.wall}"/><rect x="70" y="238" width="740" height="18" fill="${palette.roof}"/>${doors}<rect x="80" y="346" width="720" height="10" fill="${palette.trim}"/><path d="M80 332 H800" stroke="${palette.shade}" stroke-width="4"/><g fill="${palette.shade}">${[84, 300, 516, 732].map((x) => `<rect x="${x}" y="256" width="9" height="${GROUND - 256}"/>`).join('')}</g>` +
    `<rect x="858" y="150" width="12" height="${GROUND - 150}" fill="#555"/><rect x="800" y="80" width="128" height="86" rx="12" fill="${palette.accent}"/><text x="864" y="134" text-anchor="middle" font-family="Georgia, serif" font-weight="700" font-size="28" fill="#fff">MOTEL</text><path d="M800 178 h128 l-24 26 h-80 z" fill="#ffd257"/>${car(230, '#b5483a')}${car(470, '#2f4b7c')}`
  );
}

function drawMansard(vary: Variation, palette: HotelPalette): string {
  const dormers = [300, 390, 520, 610]
    .map(
      (x) => `<path d="M${x} 150 v-34 q22 -24 44 0 v34 z" fill="${GLASS}" stroke="${palette.trim}" stroke-width="5"/>`,
    )
    .join('');
  const awnings = [268, 604]
    .map(
      (x) =>
        `<rect x="${x}" y="${GROUND - 78}" width="96" height="62" fill="${LIT}" stroke="${palette.trim}" stroke-width="5"/><path d="M${x - 8} ${GROUND - 78} h112 l-10 -20 h-92 z" fill="${palette.accent}"/>`,
    )
    .join('');
  let railings = '';
  for (const y of [222, 296])
    for (let x = 282; x < 670; x += 66)
      railings += `<path d="M${x - 6} ${y + 34} h48 M${x} ${y + 34} v12 M${x + 12} ${y + 34} v12 M${x + 24} ${y + 34} v12 M${x + 36} ${y + 34} v12 M${x - 6} ${y + 46} h48" stroke="#333" stroke-width="2.5" fill="none"/>`;
  return (
    `<rect x="250" y="170" width="460" height="${GROUND - 170}" fill="${palette.wall}"/><path d="M242 172 L278 88 H682 L718 172 Z" fill="#56606e"/><path d="M278 88 H682" stroke="#39414c" stroke-width="6"/>${dormers}<rect x="238" y="166" width="484" height="12" fill="${palette.trim}"/><rect x="250" y="352" width="460" height="10" fill="${palette.trim}"/>` +
    `${drawWindows(vary, palette, { x: 282, y: 200, columns: 6, rows: 2, stepX: 66, stepY: 74, width: 36, height: 50 })}${railings}${awnings}${drawEntrance(palette, 84)}<path d="M398 ${GROUND} q14 -46 28 0 z M534 ${GROUND} q14 -46 28 0 z" fill="#3f6f45"/>${drawTree(150, GROUND, 84)}${drawTree(820, GROUND, 94)}`
  );
}
