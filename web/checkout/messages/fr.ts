import type { Messages } from '../wording.ts';

const TYPES = { ADULT: 'Adulte', CHILD: 'Enfant', INFANT: 'Bébé' } as const;
const PLURALS = { ADULT: 'adultes', CHILD: 'enfants', INFANT: 'bébés' } as const;
const bags = (pieces: number, kilograms: number | undefined, one: string, many: string) =>
  `${pieces === 1 ? `1 ${one}` : `${pieces} ${many}`}${kilograms === undefined ? '' : `, ${kilograms} kg`}`;

/** French. */
export const fr: Messages = {
  languageName: 'Français', formatLocale: 'fr-FR', checkout: 'Paiement',
  errorTitle: (title) => `Erreur : ${title}`, skipToPayment: 'Aller au paiement', chooseLanguage: 'Langue',
  testMode: 'Mode test. Aucun argent réel : payez avec 4242 4242 4242 4242, une date future et un code quelconque.',
  trip: { heading: 'Votre voyage', outbound: 'Aller', inbound: 'Retour', flight: (number) => `Vol ${number}`, details: 'Détails du vol' },
  nonstop: 'Direct', stops: (count, cities) => (count === 1 ? `1 escale à ${cities}` : `${count} escales : ${cities}`),
  layover: (duration, city) => `${duration} à ${city}`, terminal: (name) => `Terminal ${name}`, operatedBy: (carrier) => `Opéré par ${carrier}`,
  daysLater: (count) => (count === 1 ? 'arrivée le lendemain' : `arrivée ${count} jours plus tard`), duration: (hours, minutes) => (hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`),
  localTimes: 'Toutes les heures sont locales.',
  cabin: { economy: 'Économique', premium_economy: 'Premium économique', business: 'Affaires', first: 'Première' },
  travelers: 'Voyageurs', contact: 'Contact', travelerType: TYPES,
  travelerCount: (type, count) => (count === 1 ? `1 ${TYPES[type].toLowerCase()}` : `${count} ${PLURALS[type]}`),
  included: 'Inclus dans votre tarif',
  checkedBags: (pieces, kilograms) => (pieces === 0 ? 'Aucun bagage en soute' : bags(pieces, kilograms, 'bagage en soute', 'bagages en soute')),
  cabinBags: (pieces, kilograms) => (pieces === 0 ? 'Aucun bagage en cabine' : bags(pieces, kilograms, 'bagage en cabine', 'bagages en cabine')),
  perPerson: 'par personne', seatIncluded: 'Choix du siège', seat: (seatNumber) => `Siège ${seatNumber}`,
  extras: { heading: 'Suppléments choisis', checked_bag: (kilograms) => `Bagage en soute, ${kilograms} kg`, carry_on: (kilograms) => `Grand bagage en cabine, ${kilograms} kg` },
  rules: {
    heading: 'Modifications et remboursement', changeFree: 'Vous pouvez modifier votre vol sans frais ; une différence tarifaire peut s’appliquer.',
    changeFee: (fee) => `Vous pouvez modifier votre vol pour ${fee} par personne, plus l’éventuelle différence tarifaire.`, changeNever: 'Ce tarif n’est pas modifiable.',
    refundFree: 'Vous pouvez annuler avant le départ et être remboursé.',
    refundFee: (fee) => `Vous pouvez annuler avant le départ moyennant ${fee} de frais par personne.`, refundNever: 'Ce tarif n’est pas remboursable.',
    noShowFree: 'Si vous ne vous présentez pas au départ, aucuns frais ne s’ajoutent.',
    noShowFee: (fee) => `Si vous ne vous présentez pas au départ, des frais de ${fee} par personne s’appliquent.`,
    noShowNever: 'Si vous ne vous présentez pas au départ, le billet perd sa valeur.',
  },
  summary: { heading: 'Prix', fare: 'Tarif', total: 'Total', taxesIncluded: 'Taxes et frais compris', was: 'avant', paid: 'Total payé' },
  outcome: { booked: 'Réservé', open: 'Pas encore confirmé', not_booked: 'Non réservé, non débité' }, refused: 'Non confirmé par la compagnie',
  confirmationNumber: 'Numéro de confirmation de la compagnie',
  hold: {
    label: 'Prix garanti pendant', time: (minutes, seconds) => `${minutes} min ${seconds} s`,
    ended: 'Le prix n’est plus garanti. Nous le vérifions à nouveau avant tout paiement.',
  },
  moved: {
    title: 'Le prix a changé', text: (before, after) => `Il était de ${before} ; il est maintenant de ${after}.`, accept: (total) => `J’accepte le nouveau total de ${total}`,
    review: 'Accepter le nouveau prix',
  },
  payment: 'Paiement',
  labels: { holder: 'Nom sur la carte', number: 'Numéro de carte', expiry: 'Date d’expiration', security_code: 'Code de sécurité' },
  hints: { expiry: 'MM / AA', securityCode: '3 ou 4 chiffres' },
  problemsHeading: 'Vérifiez vos informations',
  cardAgain: 'Par sécurité, les données de la carte ne sont pas conservées : veuillez les saisir à nouveau.', toCard: 'Aller à la saisie de la carte',
  problems: {
    holder: { missing: 'Saisissez le nom inscrit sur la carte.', invalid: 'Saisissez le nom inscrit sur la carte.', expired: '' },
    number: { missing: 'Saisissez le numéro de carte.', invalid: 'Ce numéro de carte est incomplet ou comporte une erreur.', expired: '' },
    expiry: { missing: 'Saisissez la date d’expiration.', invalid: 'Saisissez le mois et l’année, par exemple 09/28.', expired: 'Cette carte a expiré.' },
    security_code: { missing: 'Saisissez le code de sécurité.', invalid: 'Le code de sécurité comporte 3 ou 4 chiffres.', expired: '' },
    accept: { missing: 'Confirmez que vous acceptez le nouveau prix.', invalid: 'Confirmez que vous acceptez le nouveau prix.', expired: '' },
  },
  pay: (total) => `Payer ${total}`, confirmNothing: 'Confirmer la réservation', chargeNote: 'Le débit suit la réservation et ne porte que sur ce qui est réservé.',
  declined: {
    title: 'Le paiement n’a pas été accepté',
    reasons: {
      insufficient_funds: 'Le solde de la carte est insuffisant. Essayez une autre carte.', processing_error: 'Le paiement n’a pas pu être traité. Veuillez réessayer.',
      authentication_failed: 'Votre banque n’a pas confirmé le paiement. Réessayez ou utilisez une autre carte.', expired_card: 'La carte a expiré. Essayez une autre carte.',
      test_card_required: 'Ceci est un test : seules les cartes de test fonctionnent, par exemple 4242 4242 4242 4242.',
    },
    other: 'Votre banque a refusé la carte. Vous n’avez pas été débité. Essayez une autre carte.',
  },
  challenge: { title: 'Confirmez auprès de votre banque', text: 'Votre banque veut s’assurer que c’est bien vous qui payez.', approve: 'Confirmer le paiement', reject: 'Refuser le paiement' },
  processing: { title: 'Un instant', text: 'Nous attendons votre banque. Cette page s’actualise toute seule ; ne payez pas une seconde fois.' },
  checking: { title: 'Vérification du prix', text: 'Le prix de ce voyage est en cours de vérification auprès de la compagnie. Rien n’a été payé. Cette page s’actualise toute seule.' },
  booking: { title: 'Paiement accepté', text: 'Nous réservons votre voyage. Cette page s’actualise toute seule.', slow: 'La compagnie met du temps à confirmer. Vous pouvez fermer cette page et revenir plus tard.' },
  confirmed: { title: 'C’est réservé', text: 'Conservez votre référence : avec votre nom de famille, elle identifie votre réservation.' },
  partial: {
    title: 'Une partie de votre voyage est réservée',
    text: 'Ce qui n’a pas pu être réservé n’est pas débité ; cette part du montant bloqué sur votre carte est libérée. Conservez votre référence : avec votre nom de famille, elle identifie ce qui est réservé.',
  },
  reference: 'Référence de réservation',
  referenceForQuestions: 'Référence pour vos questions', nothingCharged: 'Rien n’a été débité : tout montant bloqué sur votre carte est libéré.', chooseAgain: 'Retournez là où vous avez préparé votre voyage et choisissez à nouveau.',
  failed: {
    not_booked: { title: 'Nous n’avons pas pu réserver', text: 'La compagnie n’a pas confirmé la réservation.' },
    expired_quote: {
      title: 'Le prix n’a pas pu être maintenu',
      text: 'Votre paiement n’a été confirmé qu’après la fin de la garantie de prix. Entre-temps, le voyage était plus cher ou n’était plus disponible ; nous ne l’avons donc pas réservé.',
    },
    unpaid: { title: 'Nous n’avons pas pu réserver', text: 'Le montant bloqué sur votre carte a expiré avant la confirmation de la compagnie ; nous avons donc renoncé à la réservation.' },
  },
  closed: {
    link_expired: { title: 'Ce lien a expiré', text: 'Un lien de paiement fonctionne quatre heures. Demandez-en un nouveau là où vous avez préparé votre voyage.' },
    trip_changed: { title: 'Ce voyage a changé', text: 'Il a été modifié après la création de ce lien. Demandez un nouveau lien là où vous avez préparé votre voyage.' },
    trip_cancelled: { title: 'Ce voyage n’est plus en vente', text: 'Il a été annulé ou a expiré. Vous n’avez pas été débité.' },
    item_gone: { title: 'Complet', text: 'Une partie de ce voyage n’est plus disponible. Vous n’avez pas été débité.' },
    unknown: { title: 'Rien ici', text: 'Aucun paiement à cette adresse. Vérifiez le lien reçu.' },
    form_stale: { title: 'Veuillez réessayer', text: 'Ce formulaire n’a pas pu être vérifié. Rouvrez la page de paiement et recommencez. Vous n’avez pas été débité.' },
    too_many_attempts: { title: 'Trop de tentatives', text: 'Patientez une minute avant de réessayer. Vous n’avez pas été débité.' },
    supplier_silent: { title: 'Le prix n’a pas pu être vérifié', text: 'La compagnie n’a pas répondu. Vous n’avez pas été débité. Réessayez dans un instant.' },
  },
  reload: 'Recharger cette page',
};
