import { standardNames } from '../standard-names/de.ts';
import type { Messages } from '../../wording.ts';

const guests = (adults: number, children: number, text: string) =>
  `${adults === 1 ? '1 Erwachsener' : `${adults} Erwachsene`}${children === 0 ? '' : `, ${text}`}`;

/** What is said of a stay, in German. */
export const stay: Messages['stay'] = {
  nights: (count) => (count === 1 ? '1 Nacht' : `${count} Nächte`),
  rooms: (count) => (count === 1 ? '1 Zimmer' : `${count} Zimmer`),
  stars: (count) => (count === 1 ? '1 Stern' : `${count} Sterne`),
  checkIn: 'Check-in',
  checkOut: 'Check-out',
  from: (time) => `ab ${time} Uhr`,
  until: (time) => `bis ${time} Uhr`,
  guests: (adults, children, ages) =>
    guests(
      adults,
      children,
      children === 1 ? `1 Kind (${ages} ${ages === '1' ? 'Jahr' : 'Jahre'})` : `${children} Kinder (${ages} Jahre)`,
    ),
  standardNames,
  boards: {
    RO: 'Nur Übernachtung',
    BI: 'Frühstück inklusive',
    BB: 'Übernachtung mit Frühstück',
    HB: 'Halbpension (Frühstück und eine Mahlzeit)',
    FB: 'Vollpension (alle Mahlzeiten)',
    AI: 'All-inclusive (Mahlzeiten und Getränke)',
  },
};

/** What is said of a rental car, in German. */
export const rental: Messages['rental'] = {
  charges: {
    names: {
      'Airport surcharge': 'Flughafenzuschlag',
      'Desk open out of hours': 'Schalter außerhalb der Öffnungszeiten geöffnet',
      'Desk open out of hours, twice': 'Schalter zweimal außerhalb der Öffnungszeiten geöffnet',
      'One-way fee': 'Einweggebühr',
      'One-way fee, handed back abroad': 'Einweggebühr, Rückgabe im Ausland',
      'Part of the rental paid with the booking': 'Mit der Buchung bezahlter Teil des Mietpreises',
      'Young driver surcharge': 'Zuschlag für junge Fahrer',
    },
    rental: (count) => `Miete, ${count === 1 ? '1 Tag' : `${count} Tage`}, inklusive Steuern`,
  },
  days: (count) => (count === 1 ? '1 Tag' : `${count} Tage`),
  categories: {
    M: 'Kleinstwagen',
    E: 'Kleinwagen',
    C: 'Kompaktklasse',
    I: 'Mittelklasse',
    S: 'Obere Mittelklasse',
    F: 'Oberklasse',
    P: 'Premiumklasse',
    L: 'Luxusklasse',
    O: 'Übergröße',
    X: 'Sonderklasse',
  },
  similar: (model) => `${model} oder ähnlich`,
  transmissions: { automatic: 'Automatik', manual: 'Schaltgetriebe' },
  fuels: {
    petrol: 'Benzin',
    diesel: 'Diesel',
    hybrid: 'Hybrid',
    'plug-in hybrid': 'Plug-in-Hybrid',
    electric: 'Elektro',
  },
  seats: (count) => `${count} Sitze`,
  airConditioning: 'Klimaanlage',
  bagsLarge: (count) => (count === 1 ? '1 großer Koffer' : `${count} große Koffer`),
  bagsSmall: (count) => (count === 1 ? '1 kleiner Koffer' : `${count} kleine Koffer`),
  pickUp: 'Abholung',
  dropOff: 'Rückgabe',
  hours: (opens, closes) => `Geöffnet ${opens}–${closes} Uhr`,
  alwaysOpen: 'Rund um die Uhr geöffnet',
  unlimitedMileage: 'Unbegrenzte Kilometer',
  mileage: (kilometres) => `${kilometres} km inklusive`,
  extraKilometre: (price) => `${price} je weiterem km`,
  fuelPolicies: {
    full_to_full: 'Vollgetankt abholen, vollgetankt zurückgeben',
    prepaid: 'Tankfüllung vorausbezahlt: Rückgabe mit leerem Tank möglich',
    same_to_same: 'Rückgabe mit gleichem Tankstand wie bei Abholung',
  },
  extras: {
    child_seat: 'Kindersitz',
    booster_seat: 'Sitzerhöhung',
    infant_seat: 'Babyschale',
    gps: 'Navigationsgerät',
    additional_driver: 'Zusatzfahrer',
    winter_tyres: 'Winterreifen',
    snow_chains: 'Schneeketten',
    full_protection: 'Vollschutz ohne Selbstbeteiligung',
  },
  paidAt: { now: 'mit der Buchung bezahlt', local: 'am Schalter zu zahlen' },
  included: 'Im Mietpreis enthalten',
  conditions: 'Kaution und Fahrer',
  deposit: (amount) =>
    `Eine Kaution von ${amount} wird auf der Karte des Fahrers vorgemerkt und nach der Rückgabe freigegeben.`,
  driver: (age) => `Preis für einen Fahrer im Alter von ${age} Jahren.`,
  onRequest: 'Auf Anfrage: Der Vermieter bestätigt diesen Wagen nach der Buchung.',
};
