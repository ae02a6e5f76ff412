/** A seller's colour as pages and mails use it: one set for light screens, one for dark ones. All are `#rrggbb`. */
export interface Accent {
  readonly light: AccentSet;
  readonly dark: AccentSet;
}
export interface AccentSet {
  /** Of buttons: the colour itself. */
  readonly ground: string;
  /** Of text on it: black or white, whichever reads better. */
  readonly onGround: string;
  /** Of links, and of the ring around what has the focus: the colour, darkened or lightened until it reads well. */
  readonly text: string;
}

/** WCAG 2.2, 1.4.3: the least contrast of text. */
const contrastMin = 4.5;
const BLACK = '#000000';
const WHITE = '#ffffff';
/** What text in the colour stands on; of each theme the ground that leaves the least contrast (checkout.css). */
const GROUNDS = { light: '#f5f5f7', dark: '#1c1c1e' } as const;
/** In so many steps a colour becomes black or white. */
const steps = 50;

/**
 * The colours of a seller. No colour is refused: on any, black or white reads at 4.58 : 1 or better, for the worst one
 * is as far from black as from white.
 */
export function accentOf(colour: string): Accent {
  const onGround =
    contrast(colour, WHITE) >= contrastMin ? WHITE : contrast(colour, BLACK) > contrastMin ? BLACK : WHITE;
  return {
    light: { ground: colour, onGround, text: readable(colour, GROUNDS.light, BLACK) },
    dark: { ground: colour, onGround, text: readable(colour, GROUNDS.dark, WHITE) },
  };
}

/** Rules that put a seller's colour in the place of the page's own. */
export function accentRules(colour: string): string {
  const { light, dark } = accentOf(colour);
  const rules = ({ ground, onGround, text }: AccentSet): string =>
    `:root{--accent:${ground};--accent-strong:${text};--on-accent:${onGround}}`;
  return `${rules(light)}@media (prefers-color-scheme:dark){${rules(dark)}}.primary{box-shadow:inset 0 0 0 1px var(--accent-strong)}`;
}

/** The colour itself where it reads on the ground, else the first on its way to `end` that does. */
function readable(colour: string, ground: string, end: string): string {
  for (let step = 0; step < steps; step += 1) {
    const mixed = mix(colour, end, step / steps);
    if (contrast(mixed, ground) >= contrastMin) return mixed;
  }
  return end;
}

function mix(from: string, to: string, share: number): string {
  const target = channels(to);
  const mixed = channels(from).map((value, at) => Math.round(value + ((target[at] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** How far two colours lie apart, 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(colour: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
