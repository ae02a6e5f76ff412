import type { Variation } from '../../offers/pictures/draw-svg.ts';
import type { HotelPalette } from './draw-hotel.ts';

/** The sky with a sun and a few clouds, down to a horizon. */
export function drawSky(vary: Variation, horizon: number): string {
  const [x, y] = [vary.between(90, 870), vary.between(60, 130)];
  const clouds = Array.from({ length: 3 }, () =>
    drawCloud(vary.between(0, 900), vary.between(40, 170), vary.between(60, 120)),
  ).join('');
  return `<rect width="960" height="${horizon}" fill="url(#sky)"/><circle cx="${x}" cy="${y}" r="70" fill="#fff" opacity=".18"/><circle cx="${x}" cy="${y}" r="36" fill="#fff6da" opacity=".9"/><g fill="#fff" opacity=".55">${clouds}</g>`;
}

function drawCloud(x: number, y: number, width: number): string {
  const height = Math.round(width * 0.28);
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${height / 2}"/><circle cx="${x + Math.round(width * 0.38)}" cy="${y}" r="${height}"/><circle cx="${x + Math.round(width * 0.65)}" cy="${y + 4}" r="${Math.round(height * 0.75)}"/>`;
}

/** A tree with a round crown standing on the ground. */
export function drawTree(x: number, ground: number, size: number): string {
  return (
    `<rect x="${x - 4}" y="${ground - size}" width="8" height="${size}" fill="#6b4a33"/><circle cx="${x}" cy="${ground - size - 14}" r="${Math.round(size * 0.55)}" fill="#4f7f4a"/>` +
    `<circle cx="${x - Math.round(size * 0.2)}" cy="${ground - size - 22}" r="${Math.round(size * 0.34)}" fill="#669c5c"/>`
  );
}

/** A palm, its crown to one side. */
export function drawPalm(x: number, ground: number, height: number): string {
  const [top, lean] = [ground - height, Math.round(height * 0.12)];
  const leaves = [-78, -52, -24, 14, 44, 72]
    .map(
      (reach, index) =>
        `<path d="M${x + lean} ${top} q${Math.round(reach / 2)} ${-34 + index * 3} ${reach} ${12 + Math.abs(reach) / 4}" />`,
    )
    .join('');
  return `<path d="M${x} ${ground} Q${x - 4} ${ground - height / 2} ${x + lean} ${top}" stroke="#8a6a45" stroke-width="11" fill="none"/><g stroke="#3f8a55" stroke-width="9" fill="none" stroke-linecap="round">${leaves}</g>`;
}

/** A pool with its terrace, loungers and parasols. */
export function drawPool(vary: Variation, palette: HotelPalette): string {
  const hills = `<path d="M0 250 C170 ${vary.between(170, 220)} 330 ${vary.between(200, 240)} 520 215 S820 ${vary.between(180, 220)} 960 235 V300 H0 Z" fill="#6fa58c" opacity=".7"/>`;
  const ripples = Array.from(
    { length: 16 },
    () =>
      `<rect x="${vary.between(150, 760)}" y="${vary.between(372, 486)}" width="${vary.between(24, 80)}" height="3" rx="1.5"/>`,
  ).join('');
  const loungers = [90, 300, 560, 790]
    .map((x, index) => drawLounger(x + vary.between(-10, 20), index % 2 === 0 ? palette.accent : palette.roof))
    .join('');
  return (
    `${drawSky(vary, 300)}${hills}<rect y="290" width="960" height="250" fill="${palette.trim}"/><rect y="290" width="960" height="10" fill="${palette.shade}"/>` +
    `${drawPalm(70, 320, 200)}${drawPalm(890, 316, 170)}${loungers}` +
    `<path d="M90 520 L170 360 H800 L890 520 Z" fill="#fff"/><path d="M112 510 L182 368 H790 L866 510 Z" fill="#35b3c9"/><path d="M182 368 H790 L800 388 H172 Z" fill="#23849a" opacity=".5"/><g fill="#fff" opacity=".5">${ripples}</g>`
  );
}

function drawLounger(x: number, colour: string): string {
  return (
    `<g><path d="M${x} 338 h92 l10 8 h-104 z" fill="#fff"/><path d="M${x + 4} 338 l-22 -26 h12 l22 26 z" fill="#fff"/><rect x="${x + 44}" y="256" width="5" height="86" fill="#8a6a45"/>` +
    `<path d="M${x - 12} 268 Q${x + 46} 206 ${x + 106} 268 Z" fill="${colour}"/><path d="M${x + 28} 262 Q${x + 46} 224 ${x + 66} 262 Z" fill="#fff" opacity=".5"/></g>`
  );
}

/** Roofs and hills, seen between two curtains. */
export function drawView(vary: Variation, palette: HotelPalette): string {
  let roofs = '';
  for (let x = 90; x < 870; ) {
    const [width, height] = [vary.between(50, 110), vary.between(60, 190)];
    const top = 450 - height;
    const colour = vary.oneOf([palette.wall, palette.shade, palette.trim, '#d8cbb8']);
    roofs += `<rect x="${x}" y="${top}" width="${width}" height="${height}" fill="${colour}"/><path d="M${x - 4} ${top} L${x + Math.round(width / 2)} ${top - 26} L${x + width + 4} ${top} Z" fill="${vary.oneOf([palette.roof, '#a8533c', '#7d5a4a'])}"/>`;
    for (let y = top + 16; y < 430; y += 28)
      for (let column = x + 10; column < x + width - 16; column += 24)
        roofs += `<rect x="${column}" y="${y}" width="11" height="15" fill="#5f6f7d" opacity=".7"/>`;
    x += width + vary.between(0, 8);
  }
  return (
    `${drawSky(vary, 460)}<path d="M0 350 C200 ${vary.between(250, 300)} 420 ${vary.between(260, 330)} 600 300 S860 260 960 320 V460 H0 Z" fill="#7fa7a0" opacity=".7"/>${roofs}` +
    `<rect y="440" width="960" height="100" fill="${palette.shade}"/><rect y="440" width="960" height="14" fill="${palette.trim}"/><g fill="${palette.trim}"><rect x="470" width="20" height="446"/><rect y="0" width="960" height="18"/></g>` +
    `<path d="M0 0 H150 Q110 230 130 470 H0 Z" fill="${palette.accent}" opacity=".9"/><path d="M960 0 H810 Q850 230 830 470 H960 Z" fill="${palette.accent}" opacity=".9"/><path d="M60 0 Q50 240 64 470 M100 0 Q84 240 100 470 M900 0 Q912 240 896 470 M860 0 Q876 240 860 470" stroke="#000" stroke-opacity=".15" stroke-width="6" fill="none"/>`
  );
}
