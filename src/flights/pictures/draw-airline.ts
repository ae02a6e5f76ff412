import { escapeXml, FONT, Variation } from '../../offers/pictures/draw-svg.ts';

/** The colour an airline is known by, roughly; the rest get one of their own that never changes. */
const KNOWN_COLOURS: Readonly<Record<string, string>> = {
  AA: '#0b6ab0',
  AC: '#d22630',
  AF: '#0a2a6c',
  AI: '#b3152b',
  AK: '#d81f26',
  AM: '#0b2343',
  AS: '#01426a',
  AT: '#b5122b',
  AV: '#da291c',
  AY: '#0b1560',
  AZ: '#00684a',
  B6: '#003876',
  BA: '#1b3a6b',
  BR: '#00623b',
  CA: '#c8102e',
  CI: '#b04a7a',
  CX: '#006564',
  CZ: '#0085ca',
  DL: '#9b1631',
  DY: '#c8102e',
  EI: '#007a53',
  EK: '#c60c30',
  ET: '#007a3d',
  EW: '#8a1e5c',
  EY: '#9d7b2f',
  F9: '#00603c',
  FI: '#1a2f6e',
  FR: '#0b3a8c',
  G3: '#e8590c',
  G9: '#c8102e',
  GA: '#00778b',
  GF: '#8c6d1f',
  HA: '#5f259f',
  HU: '#c8102e',
  IB: '#c8102e',
  JL: '#b5121b',
  JQ: '#e2571e',
  KE: '#0064a4',
  KL: '#0092c8',
  KQ: '#c8102e',
  LA: '#2a0088',
  LH: '#0a1d4d',
  LO: '#11397e',
  LX: '#c8102e',
  LY: '#0b3d91',
  MH: '#0b2f7c',
  MS: '#0b3a73',
  MU: '#1d3f8f',
  NH: '#13448f',
  NK: '#b39600',
  NZ: '#111827',
  OS: '#d81e2c',
  OZ: '#8a6d3b',
  PC: '#e0a400',
  PR: '#0b3b8c',
  QF: '#d40511',
  QR: '#5c0632',
  RJ: '#3d3d3d',
  SA: '#0b3a6f',
  SK: '#10207a',
  SN: '#0b2a5b',
  SQ: '#0b2452',
  SU: '#0b3a78',
  SV: '#006341',
  TG: '#4e1c74',
  TK: '#c70a0c',
  TO: '#00a651',
  TP: '#008c45',
  TR: '#c79a00',
  U2: '#e8590c',
  UA: '#0b3b8f',
  UX: '#0b4da2',
  VN: '#0b5773',
  VS: '#b5123b',
  VY: '#9a7d00',
  W6: '#a0147a',
  WN: '#24408e',
  WS: '#00707a',
  '6E': '#0b1f8a',
  '5J': '#b38f00',
};
const OWN_COLOURS = [
  '#0f4c81',
  '#7a1f3d',
  '#1f6f5c',
  '#5b3a8c',
  '#a8471c',
  '#2b5f2f',
  '#84366b',
  '#28506b',
  '#8a5a00',
  '#2f3f73',
  '#6b2d2d',
  '#0f6b78',
] as const;

/** An airline's mark: a roundel with its code in a colour of its own. Real logos belong to their owners. */
export function drawAirline(code: string, name: string): string {
  const colour = KNOWN_COLOURS[code] ?? new Variation(code).oneOf(OWN_COLOURS);
  const size = code.length > 2 ? 30 : 40;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="128" height="128" role="img">' +
    `<title>${escapeXml(name)}</title>` +
    '<defs><linearGradient id="s" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".26"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".22"/></linearGradient>' +
    '<clipPath id="c"><circle cx="64" cy="64" r="62"/></clipPath></defs>' +
    `<circle cx="64" cy="64" r="62" fill="${colour}"/><circle cx="64" cy="64" r="62" fill="url(#s)"/>` +
    `<g clip-path="url(#c)" fill="#fff">${drawTail(code)}</g>` +
    '<circle cx="64" cy="64" r="57.5" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1.5"/>' +
    `<text x="64" y="${64 + size * 0.3}" text-anchor="middle" ${FONT} font-weight="700" font-size="${size}" letter-spacing="1" fill="#fff">${escapeXml(code)}</text></svg>`
  );
}

/** What flies behind the code: one of four figures, faint enough to read through. */
function drawTail(code: string): string {
  const figures = [
    '<path opacity=".16" d="M-6 98 C34 88 80 66 134 18 L134 44 C90 84 46 102 -6 112 Z"/><path opacity=".1" d="M-6 118 C40 110 92 88 134 54 L134 66 C96 98 44 120 -6 128 Z"/>',
    '<path opacity=".14" d="M84 -6 L134 -6 L134 134 L34 134 Z"/><path opacity=".1" d="M106 -6 L134 -6 L134 134 L70 134 Z"/>',
    '<path opacity=".14" d="M-6 84 Q64 44 134 84 L134 104 Q64 64 -6 104 Z"/><path opacity=".1" d="M-6 110 Q64 70 134 110 L134 124 Q64 84 -6 124 Z"/>',
    '<path opacity=".15" d="M-6 134 L60 -6 L86 -6 L34 134 Z"/><path opacity=".1" d="M50 134 L100 -6 L112 -6 L72 134 Z"/>',
  ] as const;
  return new Variation(`tail ${code}`).oneOf(figures);
}
