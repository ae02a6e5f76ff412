import type { DecisionMessages } from '../wording.ts';

/** Spanish. */
export const es: DecisionMessages = {
  title: 'Cambios que le esperan',
  text: 'Reembolsos y cambios que ningún sistema puede terminar solo, los más antiguos primero.',
  none: 'No le espera nada.',
  whoDecides: 'Decide un propietario o administrador de la organización.',
  waitsFor: {
    decision: 'Espera su decisión',
    charge: 'Cancelado y cobrado; espera su decisión',
    money: 'Hay que mover dinero a mano',
    supplier: 'Decide el personal del proveedor',
  },
  decided: {
    cancel: 'Se está cancelando; el reembolso sigue automáticamente.',
    refund: 'El reembolso sigue automáticamente.',
    decline: 'Rechazado. La reserva sigue en pie.',
    settled: 'Se resolvió a mano.',
  },
  problems: {
    amount_invalid: 'Escriba el importe en cifras, con punto o coma antes de los decimales.',
    reason_missing: 'Diga en una frase por qué se rechaza.',
    refused: 'No ha sido posible: es más de lo que puede devolverse, o hay otra operación en curso en la reserva.',
    gone: 'Esto ya no espera una decisión.',
  },
  since: (moment) => `Desde ${moment}`,
  why: 'Motivo',
  traveler: 'Viajero principal',
  contact: 'Contacto',
  product: 'Se vendió',
  supplier: 'Proveedor',
  order: 'Pedido y número de confirmación',
  paid: 'Pagado',
  agreed: 'Reembolso acordado',
  guidance:
    'Pregunte a la aerolínea o al proveedor cuánto se devuelve antes de decidir. Si acepta, allí se cancela el pedido y el viajero recibe el importe que escriba, aunque a usted no le vuelva nada. Si el proveedor dice entretanto un importe menor, no se cancela nada.',
  guidanceCharged:
    'El proveedor ha cancelado el pedido y ha cobrado lo que sus condiciones no dicen. Se le pregunta una y otra vez si lo devuelve; entonces el reembolso acordado sale automáticamente. No tiene que esperar: el viajero recibe el importe que escriba, y lo que el proveedor devuelva después es suyo. Un importe menor que el acordado tendrá que explicárselo usted al viajero.',
  guidanceByHand:
    'No se pudo mover el dinero: el procesador se negó a devolverlo, o no se pagó nada por el cambio. Muévalo a mano, en el procesador o por transferencia, y diga aquí cómo. Lo que se devolvió cuenta entonces como reembolsado, y el viajero recibe un correo.',
  refund: (currency) => `Reembolso al viajero, en ${currency}`,
  refundHint: (max) => `Como máximo ${max}. 0 cancela sin reembolso.`,
  refundHintCharged: (max) => `Como máximo ${max}. 0 lo termina sin reembolso.`,
  cancel: 'Cancelar el pedido y reembolsar',
  giveBack: 'Reembolsar',
  reason: 'Motivo, si lo rechaza',
  reasonHint: 'El viajero lo lee en un mensaje.',
  decline: 'Rechazar; la reserva sigue en pie',
  byHand: 'Cómo se movió',
  byHandHint: 'Solo para el registro de auditoría.',
  settle: 'Indicar que se movió a mano',
};
