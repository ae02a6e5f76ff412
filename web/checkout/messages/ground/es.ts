import { standardNames } from '../standard-names/es.ts';
import type { Messages } from '../../wording.ts';

const guests = (adults: number, children: number, text: string) =>
  `${adults === 1 ? '1 adulto' : `${adults} adultos`}${children === 0 ? '' : `, ${text}`}`;

/** What is said of a stay, in Spanish. */
export const stay: Messages['stay'] = {
  nights: (count) => (count === 1 ? '1 noche' : `${count} noches`),
  rooms: (count) => (count === 1 ? '1 habitación' : `${count} habitaciones`),
  stars: (count) => (count === 1 ? '1 estrella' : `${count} estrellas`),
  checkIn: 'Entrada',
  checkOut: 'Salida',
  from: (time) => `desde las ${time}`,
  until: (time) => `hasta las ${time}`,
  guests: (adults, children, ages) =>
    guests(
      adults,
      children,
      children === 1 ? `1 niño (${ages} ${ages === '1' ? 'año' : 'años'})` : `${children} niños (${ages} años)`,
    ),
  standardNames,
  boards: {
    RO: 'Solo alojamiento, sin comidas',
    BI: 'Desayuno incluido',
    BB: 'Alojamiento y desayuno',
    HB: 'Media pensión (desayuno y una comida)',
    FB: 'Pensión completa (todas las comidas)',
    AI: 'Todo incluido (comidas y bebidas)',
  },
};

/** What is said of a rental car, in Spanish. */
export const rental: Messages['rental'] = {
  charges: {
    names: {
      'Airport surcharge': 'Recargo de aeropuerto',
      'Desk open out of hours': 'Apertura del mostrador fuera de horario',
      'Desk open out of hours, twice': 'Apertura del mostrador fuera de horario, dos veces',
      'One-way fee': 'Cargo por devolución en otra oficina',
      'One-way fee, handed back abroad': 'Cargo por devolución en otra oficina, en el extranjero',
      'Part of the rental paid with the booking': 'Parte del alquiler pagada con la reserva',
      'Young driver surcharge': 'Recargo por conductor joven',
    },
    rental: (count) => `Alquiler, ${count === 1 ? '1 día' : `${count} días`}, impuestos incluidos`,
  },
  days: (count) => (count === 1 ? '1 día' : `${count} días`),
  categories: {
    M: 'Mini',
    E: 'Económico',
    C: 'Compacto',
    I: 'Intermedio',
    S: 'Estándar',
    F: 'Grande',
    P: 'Premium',
    L: 'Lujo',
    O: 'Extragrande',
    X: 'Especial',
  },
  similar: (model) => `${model} o similar`,
  transmissions: { automatic: 'automático', manual: 'manual' },
  fuels: {
    petrol: 'gasolina',
    diesel: 'diésel',
    hybrid: 'híbrido',
    'plug-in hybrid': 'híbrido enchufable',
    electric: 'eléctrico',
  },
  seats: (count) => `${count} plazas`,
  airConditioning: 'aire acondicionado',
  bagsLarge: (count) => (count === 1 ? '1 maleta grande' : `${count} maletas grandes`),
  bagsSmall: (count) => (count === 1 ? '1 maleta pequeña' : `${count} maletas pequeñas`),
  pickUp: 'Recogida',
  dropOff: 'Devolución',
  hours: (opens, closes) => `Abierto de ${opens} a ${closes}`,
  alwaysOpen: 'Abierto las 24 horas',
  unlimitedMileage: 'Kilometraje ilimitado',
  mileage: (kilometres) => `${kilometres} km incluidos`,
  extraKilometre: (price) => `${price} por km adicional`,
  fuelPolicies: {
    full_to_full: 'Se recoge con el depósito lleno y se devuelve lleno',
    prepaid: 'Combustible pagado por adelantado: se puede devolver vacío',
    same_to_same: 'Se devuelve con el mismo nivel de combustible',
  },
  extras: {
    child_seat: 'Silla infantil',
    booster_seat: 'Elevador',
    infant_seat: 'Silla para bebé',
    gps: 'Navegador',
    additional_driver: 'Conductor adicional',
    winter_tyres: 'Neumáticos de invierno',
    snow_chains: 'Cadenas de nieve',
    full_protection: 'Protección total',
  },
  paidAt: { now: 'se paga con la reserva', local: 'se paga en el mostrador' },
  included: 'Incluido con el coche',
  conditions: 'Depósito y conductor',
  deposit: (amount) =>
    `Se retiene un depósito de ${amount} en la tarjeta del conductor y se libera tras la devolución.`,
  driver: (age) => `Precio para un conductor de ${age} años.`,
  onRequest: 'Bajo petición: la empresa de alquiler confirma este coche después de la reserva.',
};
