import type { Variation } from '../../offers/pictures/draw-svg.ts';
import type { HotelPalette } from './draw-hotel.ts';

const FLOORS = ['#b98d62', '#a97c56', '#8f6b4c', '#c8a57c', '#9aa0a4'] as const;

/** A room's walls and floor in perspective, light from the left. */
function drawShell(vary: Variation, palette: HotelPalette): string {
  const floor = vary.oneOf(FLOORS);
  const boards = Array.from(
    { length: 9 },
    (_, index) =>
      `<path d="M${480 + (index - 4) * 70} 400 L${480 + (index - 4) * 190} 540" stroke="#000" stroke-opacity=".1" stroke-width="2"/>`,
  ).join('');
  return `<rect width="960" height="410" fill="${palette.wall}"/><path d="M0 0 L120 60 V400 L0 450 Z M960 0 L840 60 V400 L960 450 Z" fill="${palette.shade}"/><path d="M0 450 L120 400 H840 L960 450 V540 H0 Z" fill="${floor}"/>${boards}<rect x="120" y="388" width="720" height="12" fill="${palette.trim}"/>`;
}

function drawWindow(x: number, palette: HotelPalette): string {
  return (
    `<rect x="${x}" y="90" width="170" height="210" fill="${palette.trim}"/><rect x="${x + 10}" y="100" width="150" height="190" fill="url(#sky)"/><path d="M${x + 10} 250 q40 -50 80 -20 t70 -10 v70 h-150 z" fill="#6fa58c" opacity=".7"/>` +
    `<rect x="${x + 82}" y="100" width="6" height="190" fill="${palette.trim}"/><path d="M${x - 22} 78 h54 q-14 120 -4 240 h-50 z M${x + 138} 78 h54 v240 h-50 q10 -120 -4 -240 z" fill="${palette.accent}" opacity=".8"/>`
  );
}

function drawLamp(x: number, y: number): string {
  return `<circle cx="${x}" cy="${y - 6}" r="60" fill="#ffe9b0" opacity=".35"/><path d="M${x - 20} ${y} l10 -34 h20 l10 34 z" fill="#fff3d6"/><rect x="${x - 3}" y="${y}" width="6" height="26" fill="#6b5a48"/>`;
}

/** A bed (or two), lamps, a window, a picture; the more stars, the more of it. */
export function drawRoom(vary: Variation, palette: HotelPalette, stars: number): string {
  const isTwin = vary.between(0, 3) === 0;
  const windowX = vary.oneOf([150, 640]);
  const beds = isTwin ? drawBed(250, 200, palette) + drawBed(510, 200, palette) : drawBed(290, 380, palette);
  const art = drawArt(vary, windowX === 150 ? 700 : 170, palette);
  const rug = stars >= 3 ? `<ellipse cx="480" cy="500" rx="330" ry="30" fill="${palette.accent}" opacity=".45"/>` : '';
  const chandelier =
    stars >= 5
      ? '<path d="M480 0 v46" stroke="#b08a3e" stroke-width="4"/><path d="M430 70 q50 -50 100 0 q-50 26 -100 0 z" fill="#e9c46a"/><circle cx="480" cy="72" r="80" fill="#ffe9b0" opacity=".25"/>'
      : '';
  const sofa =
    stars >= 4
      ? `<path d="M690 420 h160 q16 0 16 16 v54 h-192 v-54 q0 -16 16 -16 z" fill="${palette.roof}"/><rect x="674" y="452" width="192" height="42" rx="14" fill="${palette.accent}"/>`
      : '';
  return `${drawShell(vary, palette)}${drawWindow(windowX, palette)}${art}${rug}${beds}${drawLamp(isTwin ? 480 : 246, 350)}${drawLamp(isTwin ? 760 : 714, 350)}${chandelier}${windowX === 640 ? '' : sofa}`;
}

function drawBed(x: number, width: number, palette: HotelPalette): string {
  const pillows = width > 300 ? [x + 40, x + width - 160] : [x + (width - 120) / 2];
  return (
    `<rect x="${x - 8}" y="236" width="${width + 16}" height="150" rx="16" fill="${palette.roof}"/><rect x="${x}" y="340" width="${width}" height="120" rx="14" fill="#fff"/>` +
    `<path d="M${x - 10} 400 q${Math.round(width / 2)} -26 ${width + 20} 0 v76 q0 12 -12 12 h-${width - 4} q-12 0 -12 -12 z" fill="${palette.accent}"/><path d="M${x - 10} 400 q${Math.round(width / 2)} -26 ${width + 20} 0 v18 q-${Math.round(width / 2)} -26 -${width + 20} 0 z" fill="#fff" opacity=".8"/>` +
    `${pillows.map((left) => `<rect x="${left}" y="318" width="120" height="52" rx="18" fill="#fdfdfb" stroke="${palette.shade}" stroke-width="2"/>`).join('')}<rect x="${x + 6}" y="484" width="12" height="22" fill="#4a382c"/><rect x="${x + width - 18}" y="484" width="12" height="22" fill="#4a382c"/>`
  );
}

function drawArt(vary: Variation, x: number, palette: HotelPalette): string {
  const hill = vary.between(30, 70);
  return `<rect x="${x}" y="110" width="120" height="90" fill="#fff"/><rect x="${x + 8}" y="118" width="104" height="74" fill="${palette.skyLow}"/><path d="M${x + 8} 192 v-${hill - 10} q50 -${hill} 104 -6 v${hill + 6 > 74 ? 40 : hill - 4} z" fill="${palette.accent}" opacity=".7"/>`;
}

/** A basin, a mirror and a shower. */
export function drawBathroom(vary: Variation, palette: HotelPalette): string {
  const tile = vary.oneOf(['#dfe9ea', '#eee6da', '#e3e6ee', '#e8efe4']);
  const lines =
    Array.from({ length: 13 }, (_, index) => `M${index * 80} 0 V400`).join(' ') +
    Array.from({ length: 7 }, (_, index) => `M0 ${index * 64} H960`).join(' ');
  return (
    `<rect width="960" height="400" fill="${tile}"/><path d="${lines}" stroke="#fff" stroke-width="3"/><rect y="400" width="960" height="140" fill="#8d9499"/><path d="M0 400 H960 V412 H0 Z" fill="${palette.shade}"/>` +
    `<rect x="130" y="70" width="330" height="190" rx="10" fill="#fff"/><rect x="140" y="80" width="310" height="170" rx="6" fill="url(#sky)" opacity=".8"/><path d="M170 240 L290 90 M220 240 L330 100" stroke="#fff" stroke-width="10" opacity=".4"/>` +
    `<rect x="100" y="320" width="400" height="26" rx="6" fill="${palette.roof}"/><path d="M200 300 h190 q-10 60 -95 60 t-95 -60 z" fill="#fff" stroke="${palette.shade}" stroke-width="3"/><path d="M292 300 v-36 q0 -14 16 -14 h18" stroke="#9aa3a8" stroke-width="9" fill="none"/><rect x="110" y="346" width="380" height="140" fill="${palette.trim}"/><path d="M300 346 V486" stroke="${palette.shade}" stroke-width="4"/>` +
    `<rect x="610" y="40" width="250" height="440" fill="#bfe0e6" opacity=".45" stroke="#9aa3a8" stroke-width="6"/><path d="M735 60 v46" stroke="#9aa3a8" stroke-width="8"/><path d="M695 120 q40 -36 80 0 z" fill="#9aa3a8"/><g stroke="#fff" stroke-width="3" opacity=".8"><path d="M705 130 v220 M725 130 v250 M745 130 v240 M765 130 v220"/></g>` +
    `<rect x="530" y="220" width="46" height="130" rx="6" fill="${palette.accent}"/><rect x="530" y="240" width="46" height="12" fill="#fff" opacity=".5"/>`
  );
}

/** The desk, a sofa, plants and the keys behind it all. */
export function drawLobby(vary: Variation, palette: HotelPalette, stars: number): string {
  const keys = Array.from(
    { length: 24 },
    (_, index) =>
      `<rect x="${372 + (index % 8) * 28}" y="${130 + Math.floor(index / 8) * 44}" width="20" height="32" fill="${vary.between(0, 2) === 0 ? '#d9b45b' : palette.trim}"/>`,
  ).join('');
  const badge = Array.from({ length: Math.max(0, Math.min(5, stars)) }, (_, index) =>
    drawStar(480 + (index - (stars - 1) / 2) * 34, 84),
  ).join('');
  const plant = (x: number) =>
    `<path d="M${x - 18} 440 h36 l-6 46 h-24 z" fill="#b5694a"/><g fill="#4f8a58"><ellipse cx="${x}" cy="390" rx="14" ry="54"/><ellipse cx="${x - 22}" cy="404" rx="12" ry="44" transform="rotate(-24 ${x - 22} 404)"/><ellipse cx="${x + 22}" cy="404" rx="12" ry="44" transform="rotate(24 ${x + 22} 404)"/></g>`;
  return (
    `${drawShell(vary, palette)}<rect x="350" y="110" width="262" height="160" fill="${palette.roof}"/>${keys}<g fill="#d9a93a">${badge}</g>` +
    `<rect x="310" y="300" width="340" height="120" fill="${palette.accent}"/><rect x="296" y="286" width="368" height="20" rx="4" fill="${palette.trim}"/><path d="M440 286 q0 -16 18 -16 t18 16 z" fill="#d9b45b"/>` +
    `<rect x="120" y="396" width="190" height="70" rx="16" fill="${palette.roof}"/><rect x="106" y="430" width="218" height="56" rx="16" fill="${palette.shade}"/>${plant(720)}${plant(820)}${drawLamp(250, 250)}${drawLamp(700, 250)}`
  );
}

/** A five-pointed star. */
export function drawStar(x: number, y: number): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const [radius, angle] = [index % 2 === 0 ? 13 : 5.4, (index * Math.PI) / 5 - Math.PI / 2];
    return `${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `<polygon points="${points.join(' ')}"/>`;
}

/** Breakfast by the window. */
export function drawRestaurant(vary: Variation, palette: HotelPalette): string {
  const seat = (x: number) =>
    `<rect x="${x}" y="300" width="70" height="110" rx="14" fill="${palette.roof}"/><rect x="${x - 6}" y="380" width="82" height="30" rx="10" fill="${palette.accent}"/><path d="M${x + 6} 410 v70 M${x + 64} 410 v70" stroke="#4a382c" stroke-width="8"/>`;
  const cup = (x: number) =>
    `<path d="M${x} 336 h34 q0 28 -17 28 t-17 -28 z" fill="#fff" stroke="${palette.shade}" stroke-width="2"/><path d="M${x + 12} 326 q-6 -12 4 -20 M${x + 22} 326 q-6 -12 4 -20" stroke="#fff" stroke-width="3" fill="none" opacity=".8"/>`;
  const fruit = ['#d6453d', '#e8a33a', '#7aa83f', '#8f4a8a']
    .map((colour, index) => `<circle cx="${458 + index * 18}" cy="${338 - (index % 2) * 12}" r="13" fill="${colour}"/>`)
    .join('');
  return (
    `${drawShell(vary, palette)}${drawWindow(170, palette)}${drawWindow(600, palette)}${seat(250)}${seat(640)}<ellipse cx="480" cy="372" rx="230" ry="30" fill="#fff"/><path d="M250 376 q230 60 460 0 v40 q-230 60 -460 0 z" fill="${palette.trim}"/><rect x="470" y="400" width="20" height="100" fill="#5b4636"/><ellipse cx="480" cy="504" rx="80" ry="12" fill="#5b4636"/>` +
    `${cup(330)}${cup(590)}<ellipse cx="485" cy="360" rx="54" ry="12" fill="${palette.shade}"/>${fruit}<path d="M392 362 q14 -20 34 -6 q-12 14 -34 6 z" fill="#d39a4c"/>`
  );
}
