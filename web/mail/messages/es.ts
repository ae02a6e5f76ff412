import type { MailMessages } from '../wording.ts';

/** Spanish. */
export const es: MailMessages = {
  subjects: {
    confirmed: (ref) => `Su reserva ${ref} está confirmada`,
    partial: (ref) => `Una parte de su viaje está reservada (${ref})`,
    failed: (ref) => `No hemos podido reservar su viaje (${ref})`,
    refunded: (ref, amount) => `Su reembolso de ${amount} (${ref})`,
    cancelled: (ref) => `Su cancelación (${ref})`,
    changed: (ref) => `Su reserva ${ref} ha cambiado`,
    rescheduled: {
      times: (ref) => `Nuevos horarios de su reserva ${ref}`,
      flights: (ref) => `Nuevos vuelos de su reserva ${ref}`,
      cancelled: (ref) => `Vuelo cancelado: su reserva ${ref}`,
    },
  },
  testMode: 'Modo de prueba: no se reserva nada de verdad ni se mueve dinero real.',
  refunded: {
    title: 'Su reembolso está en camino',
    text: (amount) => `Devolvemos ${amount} a la tarjeta con la que pagó. Según su banco, puede tardar unos días.`,
    cancelledTitle: 'Su cancelación está hecha',
    cancelledText: 'Según las condiciones de esta reserva, no se reembolsa nada.',
    cancelledHeading: 'Cancelado',
    money: 'Reembolso',
    paid: 'Pagado',
    retained: 'Gastos de cancelación',
    collected: 'Cobrado en el lugar',
    setByPlace: 'lo fija el alojamiento',
    back: 'Reembolsado',
    rest: 'El resto de su reserva sigue igual.',
  },
  changed: {
    title: 'Su reserva ha cambiado',
    text: 'Así viaja ahora. Su localizador sigue siendo el mismo.',
    now: 'Ahora',
    before: 'Antes',
    even: 'El cambio no cuesta nada.',
    nothingNow: 'No tiene que pagar nada ahora por el cambio.',
    atCounter: {
      more: (amount) => `En el mostrador de alquiler paga ${amount} más que antes.`,
      less: (amount) => `En el mostrador de alquiler paga ${amount} menos que antes.`,
    },
    paid: (amount) => `Ha pagado ${amount} por el cambio.`,
    refunded: (amount) => `Devolvemos ${amount} a la tarjeta con la que pagó.`,
  },
  rescheduled: {
    title: {
      times: 'Sus horarios han cambiado',
      flights: 'Sus vuelos han cambiado',
      cancelled: 'La aerolínea ha cancelado su vuelo',
    },
    accepted: 'Esto vale ahora. Su localizador sigue siendo el mismo.',
    link: {
      times: 'Aceptar las nuevas horas, cambiar o cancelar',
      flights: 'Aceptar los nuevos vuelos, cambiar o cancelar',
      cancelled: 'Cancelar o cambiar',
    },
    heading: {
      times: 'Nuevos horarios',
      flights: 'Nuevos vuelos',
      cancelled: 'Lo que ya no se opera',
    },
  },
  notices: {
    declined: {
      subject: (ref) => `Su solicitud fue rechazada (${ref})`,
      title: 'Su solicitud fue rechazada',
      text: 'No se ha cancelado ni cambiado nada: su reserva sigue como estaba y no se ha cobrado nada por la solicitud.',
    },
    cancelled_elsewhere: {
      subject: (ref) => `Su reserva ${ref}: se ha cancelado un vuelo`,
      title: 'Su reserva de vuelo fue cancelada',
      text: 'Se canceló en la aerolínea, y no a través de nosotros. Aún no se sabe qué se le devuelve: nuestro equipo lo averigua y decide. Entonces recibirá otro mensaje. Hasta ahora no se ha devuelto nada.',
    },
  },
  quoted: (text) => `«${text}»`,
  why: (ref) => `Recibe este mensaje porque esta dirección es el contacto de la reserva ${ref}.`,
  colon: ': ',
};
