import { bodyOf } from './acriss.ts';

/**
 * A side view facing right, in a frame of 480 × 270 with the road at y = 214; every number is a coordinate of that
 * frame.
 */
export interface CarShape {
  /** Ends of the body. */
  readonly rear: number;
  readonly front: number;
  /** Heights: roof, lower edge of the windows, bonnet at the windscreen, boot lid or tailgate. */
  readonly roof: number;
  readonly belt: number;
  readonly bonnet: number;
  readonly deck: number;
  /**
   * Where the rear window begins and where it meets the roof; where the roof meets the windscreen and where that ends.
   */
  readonly rearFoot: number;
  readonly rearTop: number;
  readonly frontTop: number;
  readonly frontFoot: number;
  readonly wheels: readonly [number, number];
  readonly wheelRadius: number;
  /** Posts between the side windows. */
  readonly posts: readonly number[];
  readonly hasRails?: boolean;
  readonly isOpen?: boolean;
  readonly hasBed?: boolean;
  readonly hasAlcove?: boolean;
}

const SEDAN: CarShape = {
  rear: 56,
  front: 424,
  roof: 112,
  belt: 148,
  bonnet: 153,
  deck: 146,
  rearFoot: 112,
  rearTop: 174,
  frontTop: 262,
  frontFoot: 326,
  wheels: [134, 350],
  wheelRadius: 31,
  posts: [222, 178],
};
const SHAPES = {
  mini: {
    ...SEDAN,
    rear: 112,
    front: 374,
    roof: 98,
    belt: 144,
    bonnet: 147,
    deck: 144,
    rearFoot: 117,
    rearTop: 150,
    frontTop: 246,
    frontFoot: 302,
    wheels: [162, 326],
    wheelRadius: 28,
    posts: [206],
  },
  hatchback: {
    ...SEDAN,
    rear: 82,
    front: 404,
    roof: 104,
    belt: 146,
    bonnet: 150,
    deck: 145,
    rearFoot: 88,
    rearTop: 130,
    frontTop: 250,
    frontFoot: 314,
    wheels: [142, 342],
    wheelRadius: 30,
    posts: [204, 148],
  },
  sedan: SEDAN,
  estate: {
    ...SEDAN,
    rear: 52,
    front: 428,
    roof: 108,
    rearFoot: 58,
    rearTop: 92,
    deck: 144,
    posts: [216, 146],
    hasRails: true,
  },
  suv: {
    ...SEDAN,
    rear: 68,
    front: 416,
    roof: 84,
    belt: 130,
    bonnet: 136,
    deck: 130,
    rearFoot: 74,
    rearTop: 104,
    frontTop: 256,
    frontFoot: 316,
    wheels: [138, 346],
    wheelRadius: 37,
    posts: [206, 144],
    hasRails: true,
  },
  van: {
    ...SEDAN,
    rear: 50,
    front: 430,
    roof: 64,
    belt: 122,
    bonnet: 138,
    deck: 124,
    rearFoot: 52,
    rearTop: 62,
    frontTop: 316,
    frontFoot: 384,
    wheels: [126, 364],
    wheelRadius: 30,
    posts: [258, 162],
  },
  convertible: {
    ...SEDAN,
    rear: 66,
    front: 422,
    roof: 118,
    belt: 150,
    deck: 150,
    rearFoot: 150,
    rearTop: 176,
    frontTop: 262,
    frontFoot: 318,
    posts: [],
    isOpen: true,
  },
  coupe: {
    ...SEDAN,
    rear: 60,
    front: 426,
    roof: 118,
    belt: 150,
    bonnet: 154,
    deck: 146,
    rearFoot: 96,
    rearTop: 186,
    frontTop: 250,
    frontFoot: 320,
    posts: [200],
  },
  sports: {
    ...SEDAN,
    rear: 60,
    front: 432,
    roof: 128,
    belt: 156,
    bonnet: 159,
    deck: 148,
    rearFoot: 92,
    rearTop: 190,
    frontTop: 244,
    frontFoot: 330,
    wheels: [132, 358],
    wheelRadius: 33,
    posts: [],
  },
  pickup: {
    ...SEDAN,
    rear: 44,
    front: 432,
    roof: 90,
    belt: 132,
    bonnet: 138,
    deck: 142,
    rearFoot: 180,
    rearTop: 190,
    frontTop: 270,
    frontFoot: 328,
    wheels: [118, 358],
    wheelRadius: 37,
    posts: [232],
    hasBed: true,
  },
  camper: {
    ...SEDAN,
    rear: 42,
    front: 434,
    roof: 40,
    belt: 124,
    bonnet: 148,
    deck: 124,
    rearFoot: 44,
    rearTop: 48,
    frontTop: 330,
    frontFoot: 392,
    wheels: [132, 372],
    wheelRadius: 30,
    posts: [],
    hasAlcove: true,
  },
} as const satisfies Record<string, CarShape>;

/** How much larger or smaller than a standard one a class is drawn, by the first ACRISS letter. */
const SCALES: Readonly<Record<string, number>> = {
  M: 0.94,
  N: 0.94,
  E: 0.9,
  H: 0.9,
  C: 0.95,
  D: 0.95,
  I: 0.97,
  J: 0.97,
  F: 1.03,
  G: 1.03,
  P: 1.05,
  U: 1.05,
  L: 1.08,
  W: 1.08,
  O: 1.1,
};

/** What a class is drawn as; undefined: a motorcycle, which is no car. */
export function shapeOf(acrissCode: string): { readonly shape: CarShape; readonly scale: number } | undefined {
  const letter = acrissCode.slice(0, 1);
  const scale = SCALES[letter] ?? 1;
  const body = bodyOf(acrissCode);
  if (body === 'motorcycle') return undefined;
  if (body !== 'car') return { shape: SHAPES[body], scale };
  if (acrissCode[1] === 'L') return { shape: SHAPES.sedan, scale };
  return {
    shape: 'MN'.includes(letter) ? SHAPES.mini : 'EHCD'.includes(letter) ? SHAPES.hatchback : SHAPES.sedan,
    scale,
  };
}
