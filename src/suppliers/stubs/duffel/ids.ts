import { randomBytes } from 'node:crypto';

/** The prefixes of Duffel's ids that this stub makes. */
export type IdPrefix =
  | 'orq'
  | 'off'
  | 'pas'
  | 'sli'
  | 'seg'
  | 'ase'
  | 'sea'
  | 'ord'
  | 'ser'
  | 'pay'
  | 'ore'
  | 'ocr'
  | 'oco'
  | 'oce'
  | 'aic'
  | 'acd'
  | 'wev'
  | 'sev'
  | 'del'
  | 'sto';

/** Makes an id that nobody has seen before, in any run: `off_` and 22 characters, 26 in all. */
export type MakeId = (prefix: IdPrefix) => string;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const counterLength = 7;

/** Ids that start as Duffel's do; what makes them unique is the chance of this run and a counter. */
export function createIds(): MakeId {
  const chance = Array.from(randomBytes(11), (byte) => BASE62[byte % 62]).join('');
  let made = 0;
  return (prefix) => {
    made += 1;
    let counter = '';
    for (let rest = made; counter.length < counterLength; rest = Math.floor(rest / 62))
      counter = `${BASE62[rest % 62]}${counter}`;
    return `${prefix}_0000${chance}${counter}`;
  };
}
