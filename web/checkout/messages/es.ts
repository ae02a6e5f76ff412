import type { Messages } from '../wording.ts';

const TYPES = { ADULT: 'Adulto', CHILD: 'Niño', INFANT: 'Bebé' } as const;
const PLURALS = { ADULT: 'adultos', CHILD: 'niños', INFANT: 'bebés' } as const;
const bags = (pieces: number, kilograms: number | undefined, one: string, many: string) =>
  `${pieces === 1 ? `1 ${one}` : `${pieces} ${many}`}${kilograms === undefined ? '' : `, ${kilograms} kg`}`;

/** Spanish. */
export const es: Messages = {
  languageName: 'Español', formatLocale: 'es-ES', checkout: 'Pago',
  errorTitle: (title) => `Error: ${title}`, skipToPayment: 'Ir al pago', chooseLanguage: 'Idioma',
  testMode: 'Modo de prueba. No se mueve dinero real: pague con 4242 4242 4242 4242, cualquier fecha futura y cualquier código.',
  trip: { heading: 'Su viaje', outbound: 'Ida', inbound: 'Vuelta', flight: (number) => `Vuelo ${number}`, details: 'Detalles del vuelo' },
  nonstop: 'Directo', stops: (count, cities) => (count === 1 ? `1 escala en ${cities}` : `${count} escalas: ${cities}`),
  layover: (duration, city) => `${duration} en ${city}`, terminal: (name) => `Terminal ${name}`, operatedBy: (carrier) => `Operado por ${carrier}`,
  daysLater: (count) => (count === 1 ? 'llegada al día siguiente' : `llegada ${count} días después`), duration: (hours, minutes) => (hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`),
  localTimes: 'Todas las horas son locales.',
  cabin: { economy: 'Turista', premium_economy: 'Turista premium', business: 'Business', first: 'Primera' },
  travelers: 'Viajeros', contact: 'Contacto', travelerType: TYPES,
  travelerCount: (type, count) => (count === 1 ? `1 ${TYPES[type].toLowerCase()}` : `${count} ${PLURALS[type]}`),
  included: 'Incluido en su tarifa',
  checkedBags: (pieces, kilograms) => (pieces === 0 ? 'Sin equipaje facturado' : bags(pieces, kilograms, 'maleta facturada', 'maletas facturadas')),
  cabinBags: (pieces, kilograms) => (pieces === 0 ? 'Sin equipaje de mano' : bags(pieces, kilograms, 'bulto de mano', 'bultos de mano')),
  perPerson: 'por persona', seatIncluded: 'Elección de asiento', seat: (seatNumber) => `Asiento ${seatNumber}`,
  extras: { heading: 'Extras añadidos', checked_bag: (kilograms) => `Maleta facturada, ${kilograms} kg`, carry_on: (kilograms) => `Bulto de mano grande, ${kilograms} kg` },
  rules: {
    heading: 'Cambios y reembolsos', changeFree: 'Puede cambiar su vuelo sin coste; puede aplicarse una diferencia de tarifa.',
    changeFee: (fee) => `Puede cambiar su vuelo por ${fee} por persona, más la posible diferencia de tarifa.`, changeNever: 'Esta tarifa no admite cambios.',
    refundFree: 'Puede cancelar antes de la salida y recuperar su dinero.',
    refundFee: (fee) => `Puede cancelar antes de la salida con un cargo de ${fee} por persona.`, refundNever: 'Esta tarifa no es reembolsable.',
    noShowFree: 'Si no se presenta al vuelo, no hay ningún cargo adicional.',
    noShowFee: (fee) => `Si no se presenta al vuelo, se aplica un cargo de ${fee} por persona.`,
    noShowNever: 'Si no se presenta al vuelo, pierde su valor.',
  },
  summary: { heading: 'Precio', fare: 'Tarifa', total: 'Total', taxesIncluded: 'Tasas e impuestos incluidos', was: 'antes', paid: 'Total pagado' },
  outcome: { booked: 'Reservado', open: 'Aún sin confirmar', not_booked: 'No reservado, no cobrado' }, refused: 'No confirmado por la aerolínea',
  confirmationNumber: 'Localizador de la aerolínea',
  hold: {
    label: 'Precio garantizado durante', time: (minutes, seconds) => `${minutes} min ${seconds} s`,
    ended: 'El precio ya no está garantizado. Lo comprobamos de nuevo antes de cobrar.',
  },
  moved: {
    title: 'El precio ha cambiado', text: (before, after) => `Era de ${before} y ahora es de ${after}.`, accept: (total) => `Acepto el nuevo total de ${total}`,
    review: 'Aceptar el nuevo precio',
  },
  payment: 'Pago',
  labels: { holder: 'Nombre en la tarjeta', number: 'Número de tarjeta', expiry: 'Fecha de caducidad', security_code: 'Código de seguridad' },
  hints: { expiry: 'MM / AA', securityCode: '3 o 4 cifras' },
  problemsHeading: 'Revise sus datos',
  cardAgain: 'Por seguridad no guardamos los datos de la tarjeta: escríbalos de nuevo.', toCard: 'Ir a los datos de la tarjeta',
  problems: {
    holder: { missing: 'Escriba el nombre tal como figura en la tarjeta.', invalid: 'Escriba el nombre tal como figura en la tarjeta.', expired: '' },
    number: { missing: 'Escriba el número de tarjeta.', invalid: 'El número de tarjeta está incompleto o tiene un error.', expired: '' },
    expiry: { missing: 'Escriba la fecha de caducidad.', invalid: 'Escriba mes y año, por ejemplo 09/28.', expired: 'Esta tarjeta ha caducado.' },
    security_code: { missing: 'Escriba el código de seguridad.', invalid: 'El código de seguridad tiene 3 o 4 cifras.', expired: '' },
    accept: { missing: 'Confirme que acepta el nuevo precio.', invalid: 'Confirme que acepta el nuevo precio.', expired: '' },
  },
  pay: (total) => `Pagar ${total}`, confirmNothing: 'Confirmar la reserva', chargeNote: 'Se cobra después de reservar, y solo lo que se haya reservado.',
  declined: {
    title: 'El pago no se ha aceptado',
    reasons: {
      insufficient_funds: 'La tarjeta no tiene fondos suficientes. Pruebe con otra.', processing_error: 'No se ha podido procesar el pago. Inténtelo de nuevo.',
      authentication_failed: 'Su banco no ha confirmado el pago. Inténtelo de nuevo o use otra tarjeta.', expired_card: 'La tarjeta ha caducado. Pruebe con otra.',
      test_card_required: 'Esto es una prueba: solo funcionan tarjetas de prueba, como 4242 4242 4242 4242.',
    },
    other: 'Su banco ha rechazado la tarjeta. No se le ha cobrado nada. Pruebe con otra.',
  },
  challenge: { title: 'Confirme con su banco', text: 'Su banco quiere asegurarse de que es usted quien paga.', approve: 'Confirmar el pago', reject: 'Rechazar el pago' },
  processing: { title: 'Un momento', text: 'Estamos esperando a su banco. Esta página se actualiza sola; no pague otra vez.' },
  checking: { title: 'Comprobando el precio', text: 'Se está comprobando el precio de este viaje con la aerolínea. No se ha pagado nada. Esta página se actualiza sola.' },
  booking: { title: 'Pago aceptado', text: 'Estamos reservando su viaje. Esta página se actualiza sola.', slow: 'La aerolínea tarda en confirmar. Puede cerrar esta página y volver más tarde.' },
  confirmed: { title: 'Viaje reservado', text: 'Guarde su localizador: junto con su apellido identifica su reserva.' },
  partial: {
    title: 'Parte de su viaje está reservada',
    text: 'Lo que no se ha podido reservar no se cobra; esa parte del importe retenido en su tarjeta se libera. Guarde su localizador: junto con su apellido identifica lo reservado.',
  },
  reference: 'Localizador de la reserva',
  referenceForQuestions: 'Referencia para consultas', nothingCharged: 'No se ha cobrado nada: cualquier importe retenido en su tarjeta se libera.', chooseAgain: 'Vuelva a donde preparó su viaje y elija de nuevo.',
  failed: {
    not_booked: { title: 'No hemos podido reservar su viaje', text: 'La aerolínea no ha confirmado la reserva.' },
    expired_quote: {
      title: 'No hemos podido mantener el precio',
      text: 'Su pago se confirmó cuando el precio ya no estaba garantizado. Para entonces el viaje costaba más o ya no estaba disponible, así que no lo hemos reservado.',
    },
    unpaid: { title: 'No hemos podido reservar su viaje', text: 'La retención en su tarjeta terminó antes de que la aerolínea confirmara, así que hemos renunciado a la reserva.' },
  },
  closed: {
    link_expired: { title: 'Este enlace ha caducado', text: 'Los enlaces de pago funcionan cuatro horas. Pida uno nuevo donde preparó su viaje.' },
    trip_changed: { title: 'Este viaje ha cambiado', text: 'Se modificó después de crear este enlace. Pida uno nuevo donde preparó su viaje.' },
    trip_cancelled: { title: 'Este viaje ya no está a la venta', text: 'Se canceló o ha caducado. No se le ha cobrado nada.' },
    item_gone: { title: 'Agotado', text: 'Parte de este viaje ya no está disponible. No se le ha cobrado nada.' },
    unknown: { title: 'Aquí no hay nada', text: 'No hay ningún pago en esta dirección. Compruebe el enlace recibido.' },
    form_stale: { title: 'Inténtelo de nuevo', text: 'No se ha podido verificar el formulario. Abra de nuevo la página de pago. No se le ha cobrado nada.' },
    too_many_attempts: { title: 'Demasiados intentos', text: 'Espere un minuto antes de volver a intentarlo. No se le ha cobrado nada.' },
    supplier_silent: { title: 'No se ha podido comprobar el precio', text: 'La aerolínea no ha respondido. No se le ha cobrado nada. Inténtelo de nuevo en un momento.' },
  },
  reload: 'Recargar esta página',
};
