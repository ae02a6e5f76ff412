import type { MailMessages } from '../wording.ts';

/** French. */
export const fr: MailMessages = {
  subjects: {
    confirmed: (ref) => `Votre réservation ${ref} est confirmée`,
    partial: (ref) => `Une partie de votre voyage est réservée (${ref})`,
    failed: (ref) => `Nous n’avons pas pu réserver votre voyage (${ref})`,
    refunded: (ref, amount) => `Votre remboursement de ${amount} (${ref})`,
    cancelled: (ref) => `Votre annulation (${ref})`,
    changed: (ref) => `Votre réservation ${ref} a été modifiée`,
    rescheduled: {
      times: (ref) => `Nouveaux horaires pour votre réservation ${ref}`,
      flights: (ref) => `Nouveaux vols pour votre réservation ${ref}`,
      cancelled: (ref) => `Vol annulé : votre réservation ${ref}`,
    },
  },
  testMode: 'Mode test : rien n’est vraiment réservé et aucun argent réel ne circule.',
  refunded: {
    title: 'Votre remboursement est en route',
    text: (amount) =>
      `${amount} vous sont rendus sur la carte qui a servi au paiement. Selon votre banque, cela peut prendre quelques jours.`,
    cancelledTitle: 'Votre annulation est effectuée',
    cancelledText: 'Selon les conditions de cette réservation, rien n’est remboursé.',
    cancelledHeading: 'Annulé',
    money: 'Remboursement',
    paid: 'Payé',
    retained: 'Frais d’annulation',
    collected: 'Facturé sur place',
    setByPlace: 'fixé par l’établissement',
    back: 'Remboursé',
    rest: 'Le reste de votre réservation est inchangé.',
  },
  changed: {
    title: 'Votre réservation a été modifiée',
    text: 'Voici votre voyage désormais. Votre référence de réservation reste la même.',
    now: 'Maintenant',
    before: 'Avant',
    even: 'Cette modification ne coûte rien.',
    nothingNow: 'Vous n’avez rien à payer maintenant pour cette modification.',
    atCounter: {
      more: (amount) => `À l’agence de location, vous payez ${amount} de plus qu’avant.`,
      less: (amount) => `À l’agence de location, vous payez ${amount} de moins qu’avant.`,
    },
    paid: (amount) => `Vous avez payé ${amount} pour cette modification.`,
    refunded: (amount) => `${amount} vous sont rendus sur la carte qui a servi au paiement.`,
  },
  rescheduled: {
    title: {
      times: 'Vos horaires ont changé',
      flights: 'Vos vols ont changé',
      cancelled: 'La compagnie a annulé votre vol',
    },
    accepted: 'C’est désormais valable. Votre référence de réservation reste la même.',
    link: {
      times: 'Accepter les nouveaux horaires, modifier ou annuler',
      flights: 'Accepter les nouveaux vols, modifier ou annuler',
      cancelled: 'Annuler ou modifier',
    },
    heading: {
      times: 'Nouveaux horaires',
      flights: 'Nouveaux vols',
      cancelled: 'Ce qui n’est plus assuré',
    },
  },
  notices: {
    declined: {
      subject: (ref) => `Votre demande a été refusée (${ref})`,
      title: 'Votre demande a été refusée',
      text: 'Rien n’a été annulé ni modifié : votre réservation reste telle quelle, et rien n’a été débité pour cette demande.',
    },
    cancelled_elsewhere: {
      subject: (ref) => `Votre réservation ${ref} : un vol a été annulé`,
      title: 'Votre réservation de vol a été annulée',
      text: 'Elle a été annulée auprès de la compagnie aérienne, et non par nous. On ne sait pas encore ce qui vous revient : notre équipe se renseigne et décide. Vous recevrez alors un autre message. Rien n’a été remboursé pour l’instant.',
    },
  },
  quoted: (text) => `« ${text} »`,
  why: (ref) => `Vous recevez ce message parce que cette adresse est le contact de la réservation ${ref}.`,
  colon: ' : ',
};
