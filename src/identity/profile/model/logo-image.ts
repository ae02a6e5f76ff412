import { hash } from 'node:crypto';
import { disableTypes, imageSize, types } from 'image-size';
import { LOGO_MEDIA_TYPES, type LogoFacts, type LogoMediaType } from './seller-profile.ts';

/** A logo is shown some 40 pixels high, on screens of up to four pixels each: more only costs those who wait for it. */
const logoBytesMax = 256 * 1024;
const logoEdgeMax = 1_024;

/** What the first bytes of a file say it is, by the library's names. */
const TYPES: Readonly<Record<string, LogoMediaType>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

// Before anything is parsed: readers of other formats look through a hostile file for a long time.
disableTypes(types.filter((type) => !Object.hasOwn(TYPES, type)));

/** A file that may be a logo, or why it may not. */
export type ReadLogo =
  | { readonly kind: 'logo'; readonly logo: LogoFacts }
  | { readonly kind: 'problem'; readonly problem: string };

/**
 * Reads what a file is from its own bytes: nothing that is said about it is believed. It is stored and served as it
 * came, under the type that was found, as an image and nothing else.
 */
export function readLogo(bytes: Buffer): ReadLogo {
  if (bytes.length === 0) return problem('holds no bytes, or is not base64');
  if (bytes.length > logoBytesMax) return problem(`must not be larger than ${logoBytesMax / 1024} KiB`);
  const size = sizeOf(bytes);
  const mediaType = size?.type === undefined ? undefined : TYPES[size.type];
  if (size === undefined || mediaType === undefined)
    return problem(`must be a picture of type ${LOGO_MEDIA_TYPES.join(', ')}; SVG is not taken, it may hold scripts`);
  const { width, height } = size;
  if (width < 1 || height < 1 || width > logoEdgeMax || height > logoEdgeMax)
    return problem(`must not be wider or higher than ${logoEdgeMax} pixels; this one is ${width} × ${height}`);
  return { kind: 'logo', logo: { hash: hash('sha256', bytes, 'base64url'), mediaType, width, height } };
}

function sizeOf(bytes: Buffer): ReturnType<typeof imageSize> | undefined {
  try {
    return imageSize(bytes);
  } catch {
    // Whatever is wrong with it: it is no picture that is known.
    return undefined;
  }
}

function problem(text: string): ReadLogo {
  return { kind: 'problem', problem: text };
}
