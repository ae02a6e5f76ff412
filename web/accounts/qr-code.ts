import { encode } from 'uqr';
import { html, type Html } from '../kit/html.ts';

/** Light modules around the code, which scanners need (ISO/IEC 18004 asks for four). */
const border = 4;

/** A QR code as one static drawing: black on white in any colour scheme, or cameras do not read it. */
export function renderQrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${path}"/></svg>`;
}
