import { fillPicture, getPicture } from '../offers/pictures/static-picture.ts';
import { bodyOf, categoryOf } from './model/acriss.ts';

/** Colours of the bodywork from its top to its sill, and of the backdrop behind it. */
const PAINTS = [
  { light: '#ff8a7a', body: '#d7382f', dark: '#8f1b1c', sky: '#fbe9e4', haze: '#f3cfc6' },
  { light: '#7db4ff', body: '#2868c8', dark: '#143c80', sky: '#e6effb', haze: '#c6daf3' },
  { light: '#f4f6f8', body: '#c9d0d8', dark: '#8a949f', sky: '#e9eef2', haze: '#cfd9e1' },
  { light: '#7f8b99', body: '#3d4856', dark: '#1d242d', sky: '#eceff3', haze: '#d3dae2' },
  { light: '#8fd6c4', body: '#22907a', dark: '#0f5547', sky: '#e3f4ef', haze: '#c2e4da' },
  { light: '#ffd98a', body: '#eba81f', dark: '#a96f06', sky: '#fdf3dc', haze: '#f6e0af' },
  { light: '#c3a6f0', body: '#7547b8', dark: '#452575', sky: '#f0eaf9', haze: '#dccdf1' },
  { light: '#ffb37d', body: '#e2691d', dark: '#964007', sky: '#fdeee2', haze: '#f7d4b8' },
] as const;

/** A vehicle class from the side: the body its ACRISS letters name, in one of eight paints. No make, no likeness. */
export function carPicture(acrissCode: string, paint: number): string {
  return fillPicture(getPicture(`cars/${shapeOf(acrissCode)}`), {
    ...(PAINTS[paint] ?? PAINTS[0]),
    title: titleOf(acrissCode),
  });
}

/** The file of `web/pictures/cars`: the body; ordinary cars by their category, limousines (`?L??`) as sedans. */
function shapeOf(acrissCode: string): string {
  const body = bodyOf(acrissCode);
  if (body !== 'car') return body;
  if (/^.L/.test(acrissCode)) return 'sedan';
  if (/^[MN]/.test(acrissCode)) return 'mini';
  return /^[EHCD]/.test(acrissCode) ? 'hatchback' : 'sedan';
}

/** `Compact car`, `Standard SUV`. */
function titleOf(acrissCode: string): string {
  const category = categoryOf(acrissCode).replaceAll('_', ' ');
  const body = bodyOf(acrissCode);
  return `${category.charAt(0).toUpperCase()}${category.slice(1)} ${body === 'suv' ? 'SUV' : body}`;
}
