import { standardNames } from '../standard-names/fr.ts';
import type { Messages } from '../../wording.ts';

const guests = (adults: number, children: number, text: string) =>
  `${adults === 1 ? '1 adulte' : `${adults} adultes`}${children === 0 ? '' : `, ${text}`}`;

/** What is said of a stay, in French. */
export const stay: Messages['stay'] = {
  nights: (count) => (count === 1 ? '1 nuit' : `${count} nuits`),
  rooms: (count) => (count === 1 ? '1 chambre' : `${count} chambres`),
  stars: (count) => (count === 1 ? '1 étoile' : `${count} étoiles`),
  checkIn: 'Arrivée',
  checkOut: 'Départ',
  from: (time) => `à partir de ${time}`,
  until: (time) => `jusqu’à ${time}`,
  guests: (adults, children, ages) =>
    guests(
      adults,
      children,
      children === 1
        ? `1 enfant (${ages} ${ages === '0' || ages === '1' ? 'an' : 'ans'})`
        : `${children} enfants (${ages} ans)`,
    ),
  standardNames,
  boards: {
    RO: 'Chambre seule, sans repas',
    BI: 'Petit-déjeuner inclus',
    BB: 'Chambre et petit-déjeuner',
    HB: 'Demi-pension (petit-déjeuner et un repas)',
    FB: 'Pension complète (tous les repas)',
    AI: 'Tout compris (repas et boissons)',
  },
};

/** What is said of a rental car, in French. */
export const rental: Messages['rental'] = {
  charges: {
    names: {
      'Airport surcharge': 'Supplément aéroport',
      'Desk open out of hours': 'Ouverture de l’agence hors horaires',
      'Desk open out of hours, twice': 'Ouverture de l’agence hors horaires, deux fois',
      'One-way fee': 'Frais d’aller simple',
      'One-way fee, handed back abroad': 'Frais d’aller simple, restitution à l’étranger',
      'Part of the rental paid with the booking': 'Part de la location payée à la réservation',
      'Young driver surcharge': 'Supplément jeune conducteur',
    },
    rental: (count) => `Location, ${count === 1 ? '1 jour' : `${count} jours`}, taxes comprises`,
  },
  days: (count) => (count === 1 ? '1 jour' : `${count} jours`),
  categories: {
    M: 'Mini',
    E: 'Économique',
    C: 'Compacte',
    I: 'Intermédiaire',
    S: 'Standard',
    F: 'Grande berline',
    P: 'Premium',
    L: 'Luxe',
    O: 'Très grande',
    X: 'Spéciale',
  },
  similar: (model) => `${model} ou similaire`,
  transmissions: { automatic: 'automatique', manual: 'manuelle' },
  fuels: {
    petrol: 'essence',
    diesel: 'diesel',
    hybrid: 'hybride',
    'plug-in hybrid': 'hybride rechargeable',
    electric: 'électrique',
  },
  seats: (count) => `${count} places`,
  airConditioning: 'climatisation',
  bagsLarge: (count) => (count === 1 ? '1 grande valise' : `${count} grandes valises`),
  bagsSmall: (count) => (count === 1 ? '1 petite valise' : `${count} petites valises`),
  pickUp: 'Prise du véhicule',
  dropOff: 'Restitution',
  hours: (opens, closes) => `Ouvert de ${opens} à ${closes}`,
  alwaysOpen: 'Ouvert 24 h/24',
  unlimitedMileage: 'Kilométrage illimité',
  mileage: (kilometres) => `${kilometres} km inclus`,
  extraKilometre: (price) => `${price} par km supplémentaire`,
  fuelPolicies: {
    full_to_full: 'Pris avec le plein, rendu avec le plein',
    prepaid: 'Carburant prépayé : le réservoir peut être rendu vide',
    same_to_same: 'Rendu avec autant de carburant qu’au départ',
  },
  extras: {
    child_seat: 'Siège enfant',
    booster_seat: 'Rehausseur',
    infant_seat: 'Siège bébé',
    gps: 'GPS',
    additional_driver: 'Conducteur supplémentaire',
    winter_tyres: 'Pneus hiver',
    snow_chains: 'Chaînes à neige',
    full_protection: 'Protection complète',
  },
  paidAt: { now: 'payé à la réservation', local: 'à payer à l’agence' },
  included: 'Inclus avec la voiture',
  conditions: 'Caution et conducteur',
  deposit: (amount) =>
    `Une caution de ${amount} est bloquée sur la carte du conducteur et libérée après la restitution.`,
  driver: (age) => `Prix pour un conducteur de ${age} ans.`,
  onRequest: 'Sur demande : le loueur confirme cette voiture après la réservation.',
};
