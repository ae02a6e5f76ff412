import { parseXml, XmlElement } from '@rgrove/parse-xml';
import type { PublishedRate } from './rate-table.ts';

/**
 * The rates of a document in the form of the European Central Bank's `eurofxref-daily.xml`: a `Cube` with a `time` that
 * holds one `Cube` for each currency, with its units for a euro. Throws when it is not that.
 */
export function readEurofxref(xml: string): readonly PublishedRate[] {
  const { root } = parseXml(xml);
  const day = root && findCube(root, ({ attributes }) => attributes['time'] !== undefined);
  const time = day?.attributes['time'] ?? '';
  const asOf = new Date(`${time}T00:00:00Z`);
  if (!day || Number.isNaN(asOf.getTime())) throw new Error('The document has no Cube with a time.');
  const rates = cubesOf(day).map(({ attributes }): PublishedRate => {
    const { currency = '', rate = '' } = attributes;
    if (!/^[A-Z]{3}$/.test(currency) || !/^\d{1,15}(?:\.\d{1,15})?$/.test(rate) || !(Number(rate) > 0))
      throw new Error(`The document holds no rate for "${currency.slice(0, 10)}".`);
    return { base: 'EUR', currency, rate, asOf, source: 'eurofxref' };
  });
  if (rates.length === 0) throw new Error('The document holds no rates.');
  return rates;
}

function cubesOf(element: XmlElement): readonly XmlElement[] {
  return element.children.filter((child) => child instanceof XmlElement).filter(({ name }) => name === 'Cube');
}

function findCube(element: XmlElement, isWanted: (cube: XmlElement) => boolean): XmlElement | undefined {
  for (const cube of cubesOf(element)) {
    const found = isWanted(cube) ? cube : findCube(cube, isWanted);
    if (found) return found;
  }
  return undefined;
}
