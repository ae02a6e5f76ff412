import { fillPicture, getPicture, pickIndex } from '../../offers/pictures/static-picture.ts';

const COLOURS = [
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
const CENTRE = 64;
/** Text is centred vertically when its baseline is this share of its size below the centre. */
const BASELINE_SHARE = 0.3;

/**
 * Draws an airline's mark: a medallion with its code, in a colour derived from the code. Real logos are trademarks of
 * their owners.
 */
export function airlinePicture(code: string, name: string): string {
  const size = code.length > 2 ? 30 : 40;
  return fillPicture(getPicture('airline'), {
    code,
    name,
    colour: COLOURS[pickIndex(code, COLOURS.length)] ?? COLOURS[0],
    size,
    baseline: CENTRE + size * BASELINE_SHARE,
  });
}
