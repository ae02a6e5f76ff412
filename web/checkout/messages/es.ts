import type { Messages } from '../wording.ts';
import { countBags } from './count-bags.ts';
import { rental, stay } from './ground/es.ts';

const TYPES = { ADULT: 'Adulto', CHILD: 'Niño', INFANT: 'Bebé' } as const;
const PLURALS = { ADULT: 'adultos', CHILD: 'niños', INFANT: 'bebés' } as const;

/** Spanish. */
export const es: Messages = {
  languageName: 'Español',
  formatLocale: 'es-ES',
  checkout: 'Pago',
  errorTitle: (title) => `Error: ${title}`,
  skipToPayment: 'Ir al pago',
  chooseLanguage: 'Idioma',
  testMode:
    'Modo de prueba. No se mueve dinero real: pague con 4242 4242 4242 4242, cualquier fecha futura y cualquier código.',
  rehearsalMode: 'Modo de prueba. Aquí nada se reserva de verdad ni se mueve dinero real.',
  trip: { heading: 'Su viaje', outbound: 'Ida', inbound: 'Vuelta', details: 'Detalles del vuelo' },
  flown: { before: 'Horario original', now: 'Nuevo horario', gone: 'Ya no se opera' },
  kinds: { flight: 'Vuelo', hotel: 'Hotel', car: 'Coche de alquiler' },
  nonstop: 'Directo',
  stops: (count, cities) => (count === 1 ? `1 escala en ${cities}` : `${count} escalas: ${cities}`),
  layover: (duration, city) => `${duration} en ${city}`,
  terminal: (name) => `Terminal ${name}`,
  operatedBy: (carrier) => `Operado por ${carrier}`,
  daysLater: (count) => (count === 1 ? 'llegada al día siguiente' : `llegada ${count} días después`),
  duration: (hours, minutes) => (hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`),
  localTimes: 'Todas las horas son locales.',
  cabin: { economy: 'Turista', premium_economy: 'Turista premium', business: 'Business', first: 'Primera' },
  travelers: 'Viajeros',
  contact: 'Contacto',
  travelerType: TYPES,
  travelerCount: (type, count) => (count === 1 ? `1 ${TYPES[type].toLowerCase()}` : `${count} ${PLURALS[type]}`),
  included: 'Incluido en su tarifa',
  checkedBags: (pieces, kilograms) => {
    if (pieces === undefined) return 'Equipaje facturado: la aerolínea no lo indica';
    return pieces === 0
      ? 'Sin equipaje facturado'
      : countBags(pieces, kilograms, 'maleta facturada', 'maletas facturadas');
  },
  cabinBags: (pieces, kilograms) => {
    if (pieces === undefined) return 'Equipaje de mano: la aerolínea no lo indica';
    return pieces === 0 ? 'Sin equipaje de mano' : countBags(pieces, kilograms, 'bulto de mano', 'bultos de mano');
  },
  perPerson: 'por persona',
  seatIncluded: 'Elección de asiento',
  seat: (seatNumber) => `Asiento ${seatNumber}`,
  extras: {
    heading: 'Extras añadidos',
    checked_bag: (kilograms) => (kilograms === undefined ? 'Maleta facturada' : `Maleta facturada, ${kilograms} kg`),
    carry_on: (kilograms) =>
      kilograms === undefined ? 'Bulto de mano grande' : `Bulto de mano grande, ${kilograms} kg`,
  },
  rules: {
    heading: 'Cambios y reembolsos',
    changeFree: 'Puede cambiar su vuelo sin coste; puede aplicarse una diferencia de tarifa.',
    changeFee: (fee) => `Puede cambiar su vuelo por ${fee} por persona, más la posible diferencia de tarifa.`,
    changeNever: 'Esta tarifa no admite cambios.',
    changeUnknown: 'Si esta tarifa admite cambios lo fija la aerolínea; consulte antes de cambiar.',
    changeFeeUnknown: 'Puede cambiar su vuelo; el cargo lo fija la aerolínea, consulte antes de cambiar.',
    refundUnknown: 'Si esta tarifa es reembolsable lo fija la aerolínea; consulte antes de cancelar.',
    refundFeeUnknown: 'Puede cancelar antes de la salida; el cargo lo fija la aerolínea, consulte antes de cancelar.',
    noShowFeeUnknown: 'Si no se presenta al vuelo, se aplica un cargo que fija la aerolínea.',
    changeMoved:
      'La aerolínea ha cambiado el horario de un vuelo: puede cambiar sin coste a vuelos en fechas cercanas con la misma tarifa.',
    refundFree: 'Puede cancelar antes de la salida y recuperar su dinero.',
    refundFee: (fee) => `Puede cancelar antes de la salida con un cargo de ${fee} por persona.`,
    refundNever: 'Esta tarifa no es reembolsable.',
    changeFreeUntil: (moment) =>
      `Hasta el ${moment} puede cambiar su vuelo sin coste; puede aplicarse una diferencia de tarifa.`,
    changeFeeUntil: (moment, fee) =>
      `Hasta el ${moment} puede cambiar su vuelo por ${fee} por persona, más la posible diferencia de tarifa.`,
    changeFeeLater: (fee) => `Después, el cambio cuesta ${fee} por persona, más la posible diferencia de tarifa.`,
    voidHours: (hours) => `Durante las ${hours} horas siguientes a la reserva puede cancelar y se le devuelve todo.`,
    voidUntil: (moment) => `Hasta el ${moment} puede cancelar y se le devuelve todo.`,
    voidPartUntil: (moment, refund, kept) =>
      `Hasta el ${moment} puede cancelar y se le devuelven ${refund}; se retienen ${kept} por un cambio anterior.`,
    refundFreeUntil: (moment) => `Hasta el ${moment} puede cancelar y recuperar su dinero.`,
    refundFeeUntil: (moment, fee) => `Hasta el ${moment} puede cancelar con un cargo de ${fee} por persona.`,
    refundFeeLater: (fee) => `Después puede cancelar antes de la salida con un cargo de ${fee} por persona.`,
    refundNeverLater: 'Después, esta tarifa no es reembolsable.',
    moment: (day, time) => `${day}, ${time} (hora local de salida)`,
    noShowFree: 'Si no se presenta al vuelo, no hay ningún cargo adicional.',
    noShowFee: (fee) => `Si no se presenta al vuelo, se aplica un cargo de ${fee} por persona.`,
    noShowNever: 'Si no se presenta al vuelo, pierde su valor.',
  },
  summary: {
    heading: 'Precio',
    fare: 'Tarifa',
    total: 'Total',
    taxesIncluded: 'Tasas e impuestos incluidos',
    was: 'antes',
    paid: 'Total pagado',
  },
  serviceFee: {
    name: 'Cargo por servicio',
    unrefunded: (amount) => `El cargo por servicio de ${amount} no se reembolsa en caso de cancelación.`,
    unrefundedLater: (amount) => `Después, el cargo por servicio de ${amount} no se reembolsa.`,
    retained: 'Cargo por servicio, no reembolsado',
    returned: 'Cargo por servicio, reembolsado',
  },
  travelCredit: {
    heading: 'En lugar de dinero',
    instead: 'No se devuelve dinero: la aerolínea le da esto en su lugar.',
    kind: { airline_credit: 'Crédito de la aerolínea', voucher: 'Vale' },
    amountUnknown: 'importe fijado por la aerolínea',
    code: (code) => `Código ${code}`,
    codeUnknown: 'El código aún no se conoce.',
    expires: (day) => `Válido hasta el ${day}`,
    expiryUnknown: 'La aerolínea no dice hasta cuándo es válido: consúltela.',
    note: 'Solo puede usarse con esta aerolínea y no se abona en una tarjeta.',
  },
  stay,
  rental,
  cancellation: {
    heading: 'Cancelación',
    wholePrice: 'el precio completo',
    moment: (day, time, clock) => `${day}, ${time}${clock === undefined ? '' : ` (${clock})`}`,
    clock: { hotel: 'hora del hotel', car: 'hora de la oficina' },
    free: 'Cancelación gratuita.',
    freeUntil: (moment) => `Cancelación gratuita hasta el ${moment}.`,
    freeUntilStart: { hotel: 'Cancelación gratuita hasta la entrada.', car: 'Cancelación gratuita hasta la recogida.' },
    never: 'No reembolsable: cancelar cuesta el precio completo.',
    now: (cost) => `Cancelar cuesta ${cost}.`,
    afterFree: (cost) => `Después, cancelar cuesta ${cost}.`,
    from: (moment, cost) => `A partir del ${moment}, cancelar cuesta ${cost}.`,
    fromStart: {
      hotel: (cost) => `Desde la hora de entrada, cancelar cuesta ${cost}.`,
      car: (cost) => `Desde la recogida, cancelar cuesta ${cost}.`,
    },
  },
  unstated: {
    hour: 'hora que fija el alojamiento',
    meals: 'Comidas: no indicadas por el alojamiento',
    amount: { hotel: 'lo fija el alojamiento', car: 'lo fija la empresa de alquiler' },
    atLeast: (amount) => `al menos ${amount}`,
    cancellation: {
      hotel: 'El alojamiento fija lo que cuesta cancelar; consulte antes de cancelar.',
      car: 'La empresa de alquiler fija lo que cuesta cancelar; consulte antes de cancelar.',
    },
    openingHours: 'Horario: consulte a la empresa de alquiler',
    mileage: 'Kilometraje: no indicado por la empresa de alquiler',
    fuelPolicy: 'Combustible: no indicado por la empresa de alquiler',
    deposit: 'La empresa de alquiler fija el depósito; consulte antes de recoger el coche.',
  },
  payLater: {
    heading: 'A pagar en destino',
    atPlace: { hotel: 'En el hotel', car: 'En el mostrador de alquiler' },
    rooms: 'Habitaciones',
    note: 'Se paga en destino, en la moneda indicada; no forma parte del importe de arriba.',
    totalNow: 'A pagar ahora',
    taxesIncluded: 'Tasas e impuestos incluidos, salvo los que se pagan en destino',
    splitHeading: 'Lo que paga',
    withBooking: 'Con la reserva',
  },
  withoutCard: {
    heading: 'Nada que pagar ahora',
    text: 'Usted paga en destino, como se indica en «A pagar en destino». No hace falta tarjeta para reservar.',
    skip: 'Ir a la confirmación',
    note: 'Reservamos en cuanto usted confirme.',
    booking: { title: 'Estamos reservando su viaje', text: 'Esta página se actualiza sola.' },
    partial:
      'Lo que no se ha podido reservar no le cuesta nada. Guarde su localizador: junto con su apellido identifica lo reservado.',
    paid: 'No se ha cobrado nada.',
    nothingCharged: 'No se ha cobrado nada.',
  },
  exchange: {
    title: 'Cambiar su reserva',
    after: 'Nuevo',
    before: 'Reserva actual',
    priceDifference: 'Diferencia de precio',
    penalty: 'Cargo por cambio',
    priceAndPenalty: 'Diferencia de precio y cargo por cambio, juntos',
    chargeNote: 'Solo se le cobra cuando el cambio esté confirmado.',
    holdEnded: 'Esta oferta ha caducado. Solicite otra.',
    extrasLost: {
      all: 'Su equipaje y sus asientos son del vuelo anterior: ni se traspasan ni se reembolsan. Añádalos de nuevo al nuevo vuelo.',
      some: 'El equipaje y los asientos de los vuelos que cambian ni se traspasan ni se reembolsan. Añádalos de nuevo a los nuevos.',
    },
    exchanging: {
      title: 'Pago aceptado',
      text: 'Estamos cambiando su reserva. Esta página se actualiza sola.',
      slow: 'La confirmación está tardando. Hasta entonces su reserva sigue como estaba y no se cobra nada. Puede cerrar esta página y volver más tarde.',
    },
    done: {
      title: 'Su reserva se ha cambiado',
      text: 'El localizador sigue siendo el mismo: junto con su apellido identifica su reserva.',
    },
    failed: { title: 'No hemos podido cambiar su reserva', text: 'Sigue como estaba.' },
    paid: 'Pagado por el cambio',
    ticketNumbers: 'Nuevos números de billete',
  },
  serviced: {
    cancelled: { title: 'Su reserva está cancelada', text: 'Ya no queda nada reservado.' },
    changed: { title: 'Su reserva ha cambiado', text: 'Ya no es la que hizo aquí. Así está ahora.' },
    moved:
      'La aerolínea ha movido un vuelo. Abajo figuran los horarios que usted reservó: consulte los nuevos en su reserva y vea si le convienen.',
    standing: {
      booked: 'Reservado',
      moved: 'Movido por la aerolínea',
      rescheduled: 'Reservado, con nuevos horarios',
      exchanged: 'Sustituido',
      refunded: 'Cancelado y reembolsado',
      cancelled: 'Cancelado',
      not_booked: 'No reservado, no cobrado',
    },
    refunded: 'Reembolsado',
    refundNote: 'El importe vuelve a la tarjeta con la que se pagó. Puede tardar unos días.',
    refundByHand: 'Un reembolso no se ha podido hacer automáticamente: nuestro equipo se ocupa.',
    unrefunded: 'No se devuelve nada.',
  },
  glance: 'De un vistazo',
  seller: {
    contact: (name) => `¿Tiene preguntas? ${name} le atiende.`,
    help: 'Ayuda',
    terms: 'Condiciones',
    privacy: 'Privacidad',
    continueTo: (name) => `Continuar a ${name}`,
    backTo: (name) => `Volver a ${name}`,
  },
  outcome: { booked: 'Reservado', open: 'Aún sin confirmar', not_booked: 'No reservado, no cobrado' },
  refused: {
    flight: 'No confirmado por la aerolínea',
    hotel: 'No confirmado por el hotel',
    car: 'No confirmado por la empresa de alquiler',
  },
  confirmationNumber: {
    flight: 'Localizador de la aerolínea',
    hotel: 'Localizador del hotel',
    car: 'Localizador del alquiler',
  },
  hold: {
    label: 'Precio garantizado durante',
    time: (minutes, seconds) => `${minutes} min ${seconds} s`,
    ended: 'El precio ya no está garantizado. Lo comprobamos de nuevo antes de cobrar.',
  },
  moved: {
    title: 'El precio ha cambiado',
    text: (before, after) => `Era de ${before} y ahora es de ${after}.`,
    accept: (total) => `Acepto el nuevo total de ${total}`,
    acceptAll: 'Acepto los nuevos precios',
    review: 'Aceptar el nuevo precio',
  },
  payment: 'Pago',
  labels: {
    holder: 'Nombre en la tarjeta',
    number: 'Número de tarjeta',
    expiry: 'Fecha de caducidad',
    security_code: 'Código de seguridad',
  },
  hints: { expiry: 'MM / AA', securityCode: '3 o 4 cifras' },
  problemsHeading: 'Revise sus datos',
  cardAgain: 'Por seguridad no guardamos los datos de la tarjeta: escríbalos de nuevo.',
  toCard: 'Ir a los datos de la tarjeta',
  problems: {
    holder: {
      missing: 'Escriba el nombre tal como figura en la tarjeta.',
      invalid: 'Escriba el nombre tal como figura en la tarjeta.',
      expired: '',
    },
    number: {
      missing: 'Escriba el número de tarjeta.',
      invalid: 'El número de tarjeta está incompleto o tiene un error.',
      expired: '',
    },
    expiry: {
      missing: 'Escriba la fecha de caducidad.',
      invalid: 'Escriba mes y año, por ejemplo 09/28.',
      expired: 'Esta tarjeta ha caducado.',
    },
    security_code: {
      missing: 'Escriba el código de seguridad.',
      invalid: 'El código de seguridad tiene 3 o 4 cifras.',
      expired: '',
    },
    accept: {
      missing: 'Confirme que acepta el nuevo precio.',
      invalid: 'Confirme que acepta el nuevo precio.',
      expired: '',
    },
  },
  pay: (total) => `Pagar ${total}`,
  confirmNothing: 'Confirmar la reserva',
  chargeNote: 'Se cobra después de reservar, y solo lo que se haya reservado.',
  paidElsewhere:
    'Pagará en la página segura de nuestro proveedor de pagos: con tarjeta o, si su dispositivo lo ofrece, con Apple Pay, Google Pay o Link. Después volverá aquí.',
  declined: {
    title: 'El pago no se ha aceptado',
    reasons: {
      insufficient_funds: 'La tarjeta no tiene fondos suficientes. Pruebe con otra.',
      processing_error: 'No se ha podido procesar el pago. Inténtelo de nuevo.',
      authentication_failed: 'Su banco no ha confirmado el pago. Inténtelo de nuevo o use otra tarjeta.',
      expired_card: 'La tarjeta ha caducado. Pruebe con otra.',
      test_card_required: 'Esto es una prueba: solo funcionan tarjetas de prueba, como 4242 4242 4242 4242.',
    },
    other: 'Su banco ha rechazado la tarjeta. No se le ha cobrado nada. Pruebe con otra.',
  },
  challenge: {
    title: 'Confirme con su banco',
    text: 'Su banco quiere asegurarse de que es usted quien paga.',
    approve: 'Confirmar el pago',
    reject: 'Rechazar el pago',
  },
  processing: {
    title: 'Un momento',
    text: 'Estamos esperando a su banco. Esta página se actualiza sola; no pague otra vez.',
  },
  checking: {
    title: 'Comprobando el precio',
    text: 'Se está comprobando el precio de este viaje. No se ha pagado nada. Esta página se actualiza sola.',
  },
  booking: {
    title: 'Pago aceptado',
    text: 'Estamos reservando su viaje. Esta página se actualiza sola.',
    slow: 'Una confirmación se hace esperar. Puede cerrar esta página y volver más tarde.',
  },
  confirmed: { title: 'Viaje reservado', text: 'Guarde su localizador: junto con su apellido identifica su reserva.' },
  partial: {
    title: 'Parte de su viaje está reservada',
    text: 'Lo que no se ha podido reservar no se cobra; esa parte del importe retenido en su tarjeta se libera. Guarde su localizador: junto con su apellido identifica lo reservado.',
  },
  reference: 'Localizador de la reserva',
  referenceForSupport: 'Referencia para consultas',
  nothingCharged: 'No se ha cobrado nada: cualquier importe retenido en su tarjeta se libera.',
  chooseAgain: 'Vuelva a donde preparó su viaje y elija de nuevo.',
  failed: {
    not_booked: { title: 'No hemos podido reservar su viaje', text: 'La reserva no se ha confirmado.' },
    sold_out: { title: 'No hemos podido reservar su viaje', text: 'Una parte de su viaje se agotó mientras pagaba.' },
    price_changed: {
      title: 'No hemos podido reservar su viaje',
      text: 'El precio cambió mientras pagaba, así que no lo hemos reservado.',
    },
    refused: { title: 'No hemos podido reservar su viaje', text: 'Un proveedor de su viaje ha rechazado la reserva.' },
    expired_quote: {
      title: 'No hemos podido mantener el precio',
      text: 'Su pago se confirmó cuando el precio ya no estaba garantizado. Para entonces el viaje costaba más o ya no estaba disponible, así que no lo hemos reservado.',
    },
    unpaid: {
      title: 'No hemos podido reservar su viaje',
      text: 'La retención en su tarjeta terminó antes de que todo estuviera confirmado, así que hemos renunciado a la reserva.',
    },
  },
  closed: {
    link_expired: {
      title: 'Este enlace ha caducado',
      text: 'Los enlaces de pago funcionan cuatro horas. Pida uno nuevo donde preparó su viaje.',
    },
    trip_changed: {
      title: 'Este viaje ha cambiado',
      text: 'Se modificó después de crear este enlace. Pida uno nuevo donde preparó su viaje.',
    },
    trip_cancelled: {
      title: 'Este viaje ya no está a la venta',
      text: 'Se canceló o ha caducado. No se le ha cobrado nada.',
    },
    item_gone: { title: 'Agotado', text: 'Parte de este viaje ya no está disponible. No se le ha cobrado nada.' },
    unknown: { title: 'Aquí no hay nada', text: 'No hay ningún pago en esta dirección. Compruebe el enlace recibido.' },
    form_stale: {
      title: 'Inténtelo de nuevo',
      text: 'No se ha podido verificar el formulario. Abra de nuevo la página de pago. No se le ha cobrado nada.',
    },
    too_many_attempts: {
      title: 'Demasiados intentos',
      text: 'Espere un minuto antes de volver a intentarlo. No se le ha cobrado nada.',
    },
    supplier_silent: {
      title: 'No se ha podido comprobar el precio',
      text: 'No hemos recibido respuesta. No se le ha cobrado nada. Inténtelo de nuevo en un momento.',
    },
    exchange_expired: {
      title: 'Esta oferta ha caducado',
      text: 'El cambio no se pagó a tiempo. Su reserva sigue como estaba y no se le ha cobrado nada. Solicite otra oferta donde pidió esta.',
    },
    exchange_gone: {
      title: 'Esta oferta ya no es válida',
      text: 'Su reserva se ha cambiado o cancelado desde entonces. No se le ha cobrado nada.',
    },
  },
  documents: { heading: 'Documentos', itinerary: 'Itinerario', receipt: 'Recibo' },
  issued: {
    invoice: (number) => `Factura n.º ${number}`,
    credit_note: (number) => `Factura rectificativa n.º ${number}`,
  },
  manage: { change: 'Gestionar su reserva', view: 'Ver su reserva' },
  reload: 'Recargar esta página',
};
