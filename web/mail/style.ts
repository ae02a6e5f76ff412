import { readFileSync } from 'node:fs';
import type { Accent } from '../kit/accent.ts';
import { html, type Html, ownMarkup } from '../kit/html.ts';

/** Colours by the name they have in the page's style sheet. */
const COLORS = [
  'ground',
  'card',
  'text',
  'quiet',
  'line',
  'field',
  'good',
  'good-ground',
  'bad',
  'bad-ground',
  'notice-ground',
  'notice-line',
  'accent',
  'accent-strong',
  'on-accent',
] as const;
export type Color = (typeof COLORS)[number];

/** Said once around everything, and once more in the head for programs whose tables inherit nothing. */
export const FONT_FAMILY =
  "-apple-system,BlinkMacSystemFont,'SF Pro Text','Segoe UI',Roboto,'Helvetica Neue','Hiragino Sans','Noto Sans JP',Arial,sans-serif";
const PHONE_WIDTH_MAX = '480px';

/** How something looks: colours by name, everything else as CSS. */
export interface Look {
  readonly color?: Color;
  readonly background?: Color;
  readonly border?: Color;
  /** Inner space that shrinks on a telephone. */
  readonly isRoomy?: boolean;
  readonly css?: string;
}

/**
 * The attributes of an element. Mail programs know only what stands at the element itself; those that know more take
 * the dark colours from the classes. Colours are the hosted page's own: its style sheet is their one place.
 */
export function look({ color, background, border, isRoomy, css = '' }: Look): Html {
  const light = [
    color && `color:${palettes.light[color]}`,
    background && `background-color:${palettes.light[background]}`,
    border && `border-color:${palettes.light[border]}`,
    css,
  ];
  const classes = [color && `c-${color}`, background && `b-${background}`, border && `l-${border}`, isRoomy && 'roomy'];
  const join = (parts: readonly (string | false | undefined)[], by: string): string =>
    parts.filter((part) => part !== undefined && part !== false && part !== '').join(by);
  return html`class="${join(classes, ' ')}" style="${join(light, ';')}"`;
}

/** Text of a size, in pixels. */
export function font(size: number, weight: 400 | 500 | 600 | 700 = 400, more = ''): string {
  return `font-size:${size}px;line-height:${size > 20 ? 1.2 : 1.47};font-weight:${weight}${more && `;${more}`}`;
}

/** What goes into the head: dark colours, and less space on a telephone. */
export function headStyles(accent?: Accent): Html {
  const dark = COLORS.map(
    (name) =>
      `.c-${name}{color:${palettes.dark[name]}!important}.b-${name}{background-color:${palettes.dark[name]}!important}.l-${name}{border-color:${palettes.dark[name]}!important}`,
  ).join('');
  return ownMarkup(
    [
      ':root{color-scheme:light dark;supported-color-schemes:light dark}',
      'body{margin:0;padding:0;width:100%!important}',
      `td,div,h1,h2,h3{font-family:${FONT_FAMILY}}`,
      `@media (prefers-color-scheme:dark){${dark}${accent === undefined ? '' : darkAccent(accent)}}`,
      `@media (max-width:${PHONE_WIDTH_MAX}){.roomy{padding:20px!important}.edge{padding-left:12px!important;padding-right:12px!important}.big{font-size:28px!important}.half{display:block!important;width:auto!important}.half+.half{border-left:0!important;border-top:1px solid ${palettes.light.line};padding-left:16px!important}}`,
    ].join('\n'),
  );
}

/** A seller's colour in the dark, behind the page's own of the same names. */
function darkAccent({ dark: { ground, onGround, text } }: Accent): string {
  return `.b-accent{background-color:${ground}!important}.c-on-accent{color:${onGround}!important}.c-accent-strong{color:${text}!important}`;
}

type Palette = Readonly<Record<Color, string>>;
const palettes = readPalettes();

/** The two `:root` blocks of the page's style sheet: the first is light, the second dark. */
function readPalettes(): { readonly light: Palette; readonly dark: Palette } {
  const sheet = readFileSync(new URL('../kit/checkout.css', import.meta.url), 'utf8');
  const [light, dark] = [...sheet.matchAll(/:root\s*\{([^}]*)\}/g)].map(([, body = '']) => toPalette(body));
  if (!light || !dark) throw new Error('web/kit/checkout.css has no light and dark colours.');
  return { light, dark };
}

function toPalette(body: string): Palette {
  const found = new Map(
    [...body.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{3,6});/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const read = (name: Color): string => {
    const value = found.get(name);
    if (value === undefined) throw new Error(`web/kit/checkout.css has no colour --${name}.`);
    // Old programs know no short form.
    return value.length === 4 ? value.replace(/[0-9a-f]/g, '$&$&') : value;
  };
  return {
    ground: read('ground'),
    card: read('card'),
    text: read('text'),
    quiet: read('quiet'),
    line: read('line'),
    field: read('field'),
    good: read('good'),
    'good-ground': read('good-ground'),
    bad: read('bad'),
    'bad-ground': read('bad-ground'),
    'notice-ground': read('notice-ground'),
    'notice-line': read('notice-line'),
    accent: read('accent'),
    'accent-strong': read('accent-strong'),
    'on-accent': read('on-accent'),
  };
}
