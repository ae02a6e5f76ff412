import { expect, test } from 'vitest';
import { stayAddress } from './stay-address.ts';

const en = { formatLocale: 'en-GB' };

test.each([
  [{ address: 'Rua Augusta 24', town: 'Lisbon', country: 'PT' }, 'Rua Augusta 24, Lisbon, Portugal'],
  [
    { address: 'Avenida das Flores 164, 1100-670 Lisbon', town: 'Lisbon', country: 'PT' },
    'Avenida das Flores 164, 1100-670 Lisbon, Portugal',
  ],
  [{ address: 'Lisbon Street 4', town: 'Lisbon', country: 'US' }, 'Lisbon Street 4, Lisbon, United States'],
  [{ address: 'Rua Augusta 24, Lisboa, Portugal', town: 'Lisboa', country: 'PT' }, 'Rua Augusta 24, Lisboa, Portugal'],
  [{ address: '', town: 'Lisbon', country: 'PT' }, 'Lisbon, Portugal'],
  [{ address: '', town: '', country: '' }, ''],
  // A code that is none is no name.
  [{ address: 'Base 1', town: 'Point Nemo', country: 'ZZ' }, 'Base 1, Point Nemo'],
])('%j', (stay, text) => {
  expect(stayAddress(en, stay)).toBe(text);
});

test('the country is in the language of the page', () => {
  const stay = { address: 'Rua Augusta 24', town: 'Lisbon', country: 'PT' };
  expect(stayAddress({ formatLocale: 'ja' }, stay)).toBe('Rua Augusta 24, Lisbon, ポルトガル');
  expect(stayAddress({ formatLocale: 'de-DE' }, { ...stay, country: 'DE' })).toBe(
    'Rua Augusta 24, Lisbon, Deutschland',
  );
});
