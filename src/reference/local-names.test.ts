import { expect, test } from 'vitest';
import { testWorld } from '../../test/support/products/world.ts';
import { readLocalNames, translateAirport } from './local-names.ts';

const london = { known: 'London', local: 'Londres' };

test.each([
  ['London Heathrow Airport', 'fr', 'Aéroport de Londres Heathrow'],
  ['London City Airport', 'es', 'Aeropuerto de Londres City'],
  ['London Heathrow Airport', 'de', 'Flughafen Londres Heathrow'],
  ['Londonderry Airport', 'fr', 'Aéroport Londonderry'],
  ['Heathrow', 'fr', 'Heathrow'],
  ['London', 'fr', 'Londres'],
  ['Gatwick International Airport', 'es', 'Aeropuerto Internacional Gatwick'],
  ['London International', 'fr', 'Londres International'],
  ['', 'fr', ''],
] as const)('%j in %s is %j', (name, locale, translated) => {
  expect(translateAirport(name, london, locale)).toBe(translated);
});
test('French elides before a vowel and contracts with an article', () => {
  expect(translateAirport('Istanbul Airport', { known: 'Istanbul', local: 'Istanbul' }, 'fr')).toBe(
    'Aéroport d’Istanbul',
  );
  expect(translateAirport('Cairo International Airport', { known: 'Cairo', local: 'Le Caire' }, 'fr')).toBe(
    'Aéroport international du Caire',
  );
});
test('languages without spaces get none between their own letters', () => {
  expect(translateAirport('London Airport', { known: 'London', local: '伦敦' }, 'zh')).toBe('伦敦机场');
  expect(translateAirport('London Heathrow International Airport', { known: 'London', local: 'ロンドン' }, 'ja')).toBe(
    'ロンドン Heathrow 国際空港',
  );
});

test('each language is a directory of its own, made once, that keeps every code', () => {
  const { places } = testWorld();
  const german = places.inLanguage('de');
  expect([
    places.inLanguage('en') === places,
    places.inLanguage('de') === german,
    german.inLanguage('en') === places,
  ]).toEqual([true, true, true]);
  expect([
    german.city('MUC')?.name,
    german.airport('MUC')?.cityName,
    german.country('DE')?.name,
    german.airport('ZZZ'),
  ]).toEqual(['München', 'München', 'Deutschland', undefined]);
  expect(german.airports().map(({ iata }) => iata)).toEqual(places.airports().map(({ iata }) => iata));
});
test('an airport in a city code that is not called so keeps its own city', () => {
  expect(testWorld().places.inLanguage('es').airport('EWR')).toMatchObject({
    cityName: 'Newark',
    name: 'Aeropuerto Internacional de Newark Liberty',
  });
});
test('a bundle without names is told with ours', () => {
  expect(readLocalNames('/nowhere', 'ja').get('LON')).toBe('ロンドン');
});
test('an airport with a name of its own in a language is called by it, and the others by the pattern', () => {
  const [chinese, korean, german] = (['zh', 'ko', 'de'] as const).map((locale) =>
    testWorld().places.inLanguage(locale),
  );
  expect([
    chinese?.airport('CDG')?.name,
    korean?.airport('ICN')?.name,
    chinese?.airport('BVA')?.name,
    german?.airport('CDG')?.name,
  ]).toEqual(['巴黎戴高乐机场', '인천국제공항', 'Beauvais-Tille 机场', 'Flughafen Paris Charles de Gaulle']);
});
