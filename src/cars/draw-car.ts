import { escapeXml } from '../offers/pictures/draw-svg.ts';
import { bodyOf, categoryOf } from './model/acriss.ts';
import { type CarShape, shapeOf } from './model/car-shape.ts';

const WIDTH = 480;
const HEIGHT = 270;
const ROAD = 214;
const SILL = 198;

/** Light and shade of the bodywork, and the backdrop behind it. */
interface Paint {
  readonly light: string;
  readonly body: string;
  readonly dark: string;
  readonly sky: string;
  readonly haze: string;
}
const PAINTS = [
  { light: '#ff8a7a', body: '#d7382f', dark: '#8f1b1c', sky: '#fbe9e4', haze: '#f3cfc6' },
  { light: '#7db4ff', body: '#2868c8', dark: '#143c80', sky: '#e6effb', haze: '#c6daf3' },
  { light: '#f4f6f8', body: '#c9d0d8', dark: '#8a949f', sky: '#e9eef2', haze: '#cfd9e1' },
  { light: '#7f8b99', body: '#3d4856', dark: '#1d242d', sky: '#eceff3', haze: '#d3dae2' },
  { light: '#8fd6c4', body: '#22907a', dark: '#0f5547', sky: '#e3f4ef', haze: '#c2e4da' },
  { light: '#ffd98a', body: '#eba81f', dark: '#a96f06', sky: '#fdf3dc', haze: '#f6e0af' },
  { light: '#c3a6f0', body: '#7547b8', dark: '#452575', sky: '#f0eaf9', haze: '#dccdf1' },
  { light: '#ffb37d', body: '#e2691d', dark: '#964007', sky: '#fdeee2', haze: '#f7d4b8' },
] as const satisfies readonly Paint[];

/** A vehicle class from the side: its shape by category and body, in one of eight paints. No make, no likeness. */
export function drawCar(acrissCode: string, paint: number): string {
  const colours = PAINTS[paint % PAINTS.length] ?? PAINTS[0];
  const drawn = shapeOf(acrissCode);
  const vehicle = drawn === undefined ? drawMotorcycle() : drawShape(drawn.shape, drawn.scale);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">` +
    `<title>${escapeXml(describeClass(acrissCode))}</title><defs>` +
    `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="${colours.sky}"/></linearGradient>` +
    `<linearGradient id="paint" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${colours.light}"/><stop offset=".5" stop-color="${colours.body}"/><stop offset="1" stop-color="${colours.dark}"/></linearGradient>` +
    '<linearGradient id="glass" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#cfe3ee"/><stop offset=".5" stop-color="#5e7687"/><stop offset="1" stop-color="#27343f"/></linearGradient>' +
    '<radialGradient id="shade"><stop offset="0" stop-color="#1a222b" stop-opacity=".5"/><stop offset="1" stop-color="#1a222b" stop-opacity="0"/></radialGradient></defs>' +
    `<rect width="${WIDTH}" height="${HEIGHT}" rx="18" fill="url(#sky)"/>` +
    `<path d="M0 190 C70 148 130 164 190 172 S330 128 400 158 S460 168 480 160 V252 A18 18 0 0 1 462 270 H18 A18 18 0 0 1 0 252 Z" fill="${colours.haze}" opacity=".7"/>` +
    `<ellipse cx="240" cy="${ROAD + 2}" rx="208" ry="15" fill="url(#shade)"/>${vehicle}${isElectric(acrissCode) ? PLUG : ''}</svg>`
  );
}

/** Battery electric by its fourth letter. */
function isElectric(acrissCode: string): boolean {
  return /[EC]$/.test(acrissCode);
}
const PLUG =
  '<g transform="translate(436 18)"><circle cx="13" cy="13" r="13" fill="#1d9a5b"/><path d="M14.5 4 L7 15 H12 L11 22 L19 11 H14 Z" fill="#fff"/></g>';

function describeClass(acrissCode: string): string {
  const category = categoryOf(acrissCode).replaceAll('_', ' ');
  const body = bodyOf(acrissCode);
  return `${category.charAt(0).toUpperCase()}${category.slice(1)} ${body === 'suv' ? 'SUV' : body}`;
}

function drawShape(shape: CarShape, scale: number): string {
  const placed = `translate(240 ${ROAD}) scale(${scale}) translate(-240 -${ROAD})`;
  return `<g transform="${placed}">${shape.isOpen ? drawOpenTop(shape) : drawTop(shape)}${drawBody(shape)}${shape.wheels.map((x) => drawArch(x, shape.wheelRadius) + drawWheel(x, shape.wheelRadius)).join('')}</g>`;
}

/** Bonnet, sides and bumpers, up to the belt line. */
function drawBody(shape: CarShape): string {
  const { rear, front, belt, bonnet, deck, rearFoot, frontFoot } = shape;
  const nose = Math.round((bonnet + SILL) / 2) - 4;
  const outline =
    `M${rear + 8} ${SILL} Q${rear} ${SILL - 2} ${rear} ${SILL - 20} L${rear + 1} ${deck + 14} Q${rear + 2} ${deck} ${rear + 14} ${deck - 1} ` +
    `L${Math.max(rearFoot, rear + 14)} ${Math.min(deck, belt) - 1} L${frontFoot} ${bonnet - 3} C${frontFoot + (front - frontFoot) * 0.6} ${bonnet + 1} ${front - 8} ${bonnet + 7} ${front - 3} ${nose} ` +
    `L${front} ${SILL - 16} Q${front} ${SILL} ${front - 12} ${SILL} Z`;
  const handles = shape.posts
    .map((post) => `<rect x="${post - 26}" y="${belt + 13}" width="15" height="3.5" rx="1.7"/>`)
    .join('');
  const seams = [...shape.posts, Math.min(frontFoot - 26, shape.wheels[1] - shape.wheelRadius - 4)]
    .map((x) => `<path d="M${x} ${belt + 4} V${SILL - 10}"/>`)
    .join('');
  return (
    `<path d="${outline}" fill="url(#paint)"/>` +
    `<path d="M${rear + 4} ${SILL - 9} H${front - 3} L${front - 6} ${SILL} Q${front - 8} ${SILL + 3} ${front - 14} ${SILL + 3} H${rear + 14} Q${rear + 6} ${SILL + 2} ${rear + 4} ${SILL - 9} Z" fill="#20262d" opacity=".85"/>` +
    `<path d="M${rear + 12} ${belt + 7} H${front - 34}" stroke="#fff" stroke-width="2.5" stroke-linecap="round" opacity=".3"/>` +
    `<g stroke="#000" stroke-opacity=".22" stroke-width="1.6" fill="none">${seams}</g><g fill="#000" opacity=".3">${handles}</g>` +
    `<path d="M${front - 8} ${nose - 7} l-21 -3 q-5 7 3 11 l19 3 z" fill="#fffbe4"/><path d="M${rear + 1} ${deck + 10} h12 q3 9 -2 14 h-10 z" fill="#c4161c"/>` +
    (shape.hasBed
      ? `<path d="M${rear + 6} ${deck + 2} H${rearFoot - 2}" stroke="#20262d" stroke-width="5" stroke-linecap="round"/>`
      : '')
  );
}

/** Roof, windows and what is on the roof. */
function drawTop(shape: CarShape): string {
  const { rearFoot, rearTop, frontTop, frontFoot, roof, belt, bonnet, posts } = shape;
  const base = Math.max(belt, bonnet) + 4;
  const roofline = `M${rearFoot - 4} ${base} Q${rearTop - 14} ${roof + 6} ${rearTop + 12} ${roof} Q${(rearTop + frontTop) / 2} ${roof - 6} ${frontTop} ${roof + 1} Q${frontTop + 14} ${roof + 4} ${frontFoot + 4} ${base} Z`;
  const glass = shape.hasAlcove
    ? drawAlcoveWindows(shape)
    : `<path d="M${rearFoot + 12} ${belt} Q${rearTop - 2} ${roof + 13} ${rearTop + 16} ${roof + 10} Q${(rearTop + frontTop) / 2} ${roof + 4} ${frontTop - 2} ${roof + 10} Q${frontTop + 8} ${roof + 12} ${frontFoot - 13} ${belt} Z" fill="url(#glass)"/>`;
  const pillars = posts
    .map((x) => `<path d="M${x - 3} ${belt + 1} L${x + 1} ${roof + 5} h6 L${x + 4} ${belt + 1} Z" fill="#20262d"/>`)
    .join('');
  const rails = shape.hasRails
    ? `<path d="M${rearTop + 16} ${roof - 5} H${frontTop - 18}" stroke="#3b444e" stroke-width="4" stroke-linecap="round"/>`
    : '';
  const mirror = `<path d="M${frontFoot - 30} ${belt + 3} q2 -13 15 -11 q4 6 -1 11 z" fill="#20262d"/>`;
  return `${rails}<path d="${roofline}" fill="url(#paint)"/>${glass}${pillars}${mirror}`;
}

/** A camper: bed over the cab, a living-room window and a door. */
function drawAlcoveWindows({ rearTop, roof, belt, frontTop, frontFoot }: CarShape): string {
  return (
    `<path d="M${frontTop - 40} ${roof + 2} H${frontTop + 34} Q${frontTop + 52} ${roof + 6} ${frontTop + 46} ${roof + 40} H${frontTop - 40} Z" fill="url(#paint)"/>` +
    `<rect x="${rearTop + 26}" y="${roof + 26}" width="84" height="38" rx="6" fill="url(#glass)"/><rect x="${rearTop + 148}" y="${roof + 26}" width="44" height="${SILL - roof - 40}" rx="6" fill="#fff" fill-opacity=".25" stroke="#000" stroke-opacity=".2"/>` +
    `<path d="M${frontTop - 28} ${belt + 14} V${roof + 56} H${frontTop + 30} L${frontFoot - 8} ${belt + 14} Z" fill="url(#glass)"/>`
  );
}

/** A windscreen, two seats and the folded roof. */
function drawOpenTop({ rearFoot, frontTop, frontFoot, roof, belt }: CarShape): string {
  return (
    `<path d="M${rearFoot - 22} ${belt + 4} q10 -20 44 -16 l8 16 z" fill="#2b333c"/>` +
    [rearFoot + 44, rearFoot + 92]
      .map((x) => `<path d="M${x} ${belt + 6} l-7 -34 q2 -9 12 -6 l10 40 z" fill="#5a4636"/>`)
      .join('') +
    `<path d="M${frontFoot + 2} ${belt + 4} L${frontTop} ${roof} l7 -2 L${frontFoot + 12} ${belt + 4} Z" fill="#20262d"/>` +
    `<path d="M${frontTop + 2} ${roof + 4} L${frontFoot - 2} ${belt + 2} h-26 Z" fill="url(#glass)" opacity=".75"/>`
  );
}

function drawArch(x: number, radius: number): string {
  return `<path d="M${x - radius - 7} ${SILL + 3} A${radius + 7} ${radius + 7} 0 0 1 ${x + radius + 7} ${SILL + 3} Z" fill="#14191f"/>`;
}

function drawWheel(x: number, radius: number): string {
  const y = ROAD - radius + 1;
  const spokes = [0, 72, 144, 216, 288]
    .map(
      (angle) =>
        `<rect x="${x - 2.6}" y="${y - radius * 0.58}" width="5.2" height="${radius * 0.58}" rx="2" transform="rotate(${angle} ${x} ${y})"/>`,
    )
    .join('');
  return (
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="#1b2026"/><circle cx="${x}" cy="${y}" r="${radius * 0.68}" fill="#59636e"/>` +
    `<g fill="#dfe5ea">${spokes}</g><circle cx="${x}" cy="${y}" r="${radius * 0.64}" fill="none" stroke="#dfe5ea" stroke-width="3"/><circle cx="${x}" cy="${y}" r="5" fill="#dfe5ea"/>`
  );
}

function drawMotorcycle(): string {
  return (
    '<path d="M150 176 L214 132 H286 L330 176 M286 132 L268 104 H296" fill="none" stroke="#3d4856" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>' +
    '<path d="M206 134 Q216 112 248 116 Q280 112 294 134 L272 152 H226 Z" fill="url(#paint)"/><path d="M156 128 Q182 116 214 130 L206 142 Q180 138 156 136 Z" fill="#20262d"/>' +
    `<path d="M222 152 H276 L264 186 H232 Z" fill="#59636e"/>${drawWheel(148, 40)}${drawWheel(332, 40)}`
  );
}
