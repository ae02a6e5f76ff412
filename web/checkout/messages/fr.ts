import type { Messages } from '../wording.ts';
import { countBags } from './count-bags.ts';
import { rental, stay } from './ground/fr.ts';

const TYPES = { ADULT: 'Adulte', CHILD: 'Enfant', INFANT: 'Bébé' } as const;
const PLURALS = { ADULT: 'adultes', CHILD: 'enfants', INFANT: 'bébés' } as const;

/** French. */
export const fr: Messages = {
  languageName: 'Français',
  formatLocale: 'fr-FR',
  checkout: 'Paiement',
  errorTitle: (title) => `Erreur : ${title}`,
  skipToPayment: 'Aller au paiement',
  chooseLanguage: 'Langue',
  testMode: 'Mode test. Aucun argent réel : payez avec 4242 4242 4242 4242, une date future et un code quelconque.',
  rehearsalMode: 'Mode test. Rien n’est vraiment réservé ici et aucun argent réel ne circule.',
  trip: { heading: 'Votre voyage', outbound: 'Aller', inbound: 'Retour', details: 'Détails du vol' },
  flown: { before: 'Horaires d’origine', now: 'Nouveaux horaires', gone: 'N’est plus assuré' },
  kinds: { flight: 'Vol', hotel: 'Hôtel', car: 'Voiture de location' },
  nonstop: 'Direct',
  stops: (count, cities) => (count === 1 ? `1 escale à ${cities}` : `${count} escales : ${cities}`),
  layover: (duration, city) => `${duration} à ${city}`,
  terminal: (name) => `Terminal ${name}`,
  operatedBy: (carrier) => `Opéré par ${carrier}`,
  daysLater: (count) => (count === 1 ? 'arrivée le lendemain' : `arrivée ${count} jours plus tard`),
  duration: (hours, minutes) => (hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`),
  localTimes: 'Toutes les heures sont locales.',
  cabin: { economy: 'Économique', premium_economy: 'Premium économique', business: 'Affaires', first: 'Première' },
  travelers: 'Voyageurs',
  contact: 'Contact',
  travelerType: TYPES,
  travelerCount: (type, count) => (count === 1 ? `1 ${TYPES[type].toLowerCase()}` : `${count} ${PLURALS[type]}`),
  included: 'Inclus dans votre tarif',
  checkedBags: (pieces, kilograms) => {
    if (pieces === undefined) return 'Bagage en soute : non précisé par la compagnie';
    return pieces === 0 ? 'Aucun bagage en soute' : countBags(pieces, kilograms, 'bagage en soute', 'bagages en soute');
  },
  cabinBags: (pieces, kilograms) => {
    if (pieces === undefined) return 'Bagage en cabine : non précisé par la compagnie';
    return pieces === 0
      ? 'Aucun bagage en cabine'
      : countBags(pieces, kilograms, 'bagage en cabine', 'bagages en cabine');
  },
  perPerson: 'par personne',
  seatIncluded: 'Choix du siège',
  seat: (seatNumber) => `Siège ${seatNumber}`,
  extras: {
    heading: 'Suppléments choisis',
    checked_bag: (kilograms) => (kilograms === undefined ? 'Bagage en soute' : `Bagage en soute, ${kilograms} kg`),
    carry_on: (kilograms) =>
      kilograms === undefined ? 'Grand bagage en cabine' : `Grand bagage en cabine, ${kilograms} kg`,
  },
  rules: {
    heading: 'Modifications et remboursement',
    changeFree: 'Vous pouvez modifier votre vol sans frais ; une différence tarifaire peut s’appliquer.',
    changeFee: (fee) =>
      `Vous pouvez modifier votre vol pour ${fee} par personne, plus l’éventuelle différence tarifaire.`,
    changeNever: 'Ce tarif n’est pas modifiable.',
    changeUnknown: 'La compagnie fixe si ce tarif est modifiable ; renseignez-vous avant de modifier.',
    changeFeeUnknown:
      'Vous pouvez modifier votre vol ; la compagnie fixe les frais, renseignez-vous avant de modifier.',
    refundUnknown: 'La compagnie fixe si ce tarif est remboursable ; renseignez-vous avant d’annuler.',
    refundFeeUnknown:
      'Vous pouvez annuler avant le départ ; la compagnie fixe les frais, renseignez-vous avant d’annuler.',
    noShowFeeUnknown: 'Si vous ne vous présentez pas au départ, des frais fixés par la compagnie s’appliquent.',
    changeMoved:
      'La compagnie a déplacé un vol : vous pouvez passer sans frais à des vols à des dates proches, au même tarif.',
    refundFree: 'Vous pouvez annuler avant le départ et être remboursé.',
    refundFee: (fee) => `Vous pouvez annuler avant le départ moyennant ${fee} de frais par personne.`,
    refundNever: 'Ce tarif n’est pas remboursable.',
    changeFreeUntil: (moment) =>
      `Jusqu’au ${moment}, vous pouvez modifier votre vol sans frais ; une différence tarifaire peut s’appliquer.`,
    changeFeeUntil: (moment, fee) =>
      `Jusqu’au ${moment}, vous pouvez modifier votre vol pour ${fee} par personne, plus l’éventuelle différence tarifaire.`,
    changeFeeLater: (fee) =>
      `Ensuite, la modification coûte ${fee} par personne, plus l’éventuelle différence tarifaire.`,
    voidHours: (hours) => `Pendant ${hours} heures après la réservation, vous pouvez annuler et tout récupérer.`,
    voidUntil: (moment) => `Jusqu’au ${moment}, vous pouvez annuler et tout récupérer.`,
    voidPartUntil: (moment, refund, kept) =>
      `Jusqu’au ${moment}, vous pouvez annuler et récupérer ${refund} ; ${kept} sont retenus en raison d’une modification antérieure.`,
    refundFreeUntil: (moment) => `Jusqu’au ${moment}, vous pouvez annuler et être remboursé.`,
    refundFeeUntil: (moment, fee) => `Jusqu’au ${moment}, vous pouvez annuler moyennant ${fee} de frais par personne.`,
    refundFeeLater: (fee) => `Ensuite, vous pouvez annuler avant le départ moyennant ${fee} de frais par personne.`,
    refundNeverLater: 'Ensuite, ce tarif n’est plus remboursable.',
    moment: (day, time) => `${day}, ${time} (heure locale du départ)`,
    noShowFree: 'Si vous ne vous présentez pas au départ, aucuns frais ne s’ajoutent.',
    noShowFee: (fee) => `Si vous ne vous présentez pas au départ, des frais de ${fee} par personne s’appliquent.`,
    noShowNever: 'Si vous ne vous présentez pas au départ, le billet perd sa valeur.',
  },
  summary: {
    heading: 'Prix',
    fare: 'Tarif',
    total: 'Total',
    taxesIncluded: 'Taxes et frais compris',
    was: 'avant',
    paid: 'Total payé',
  },
  serviceFee: {
    name: 'Frais de service',
    unrefunded: (amount) => `Les frais de service de ${amount} ne sont pas remboursés en cas d’annulation.`,
    unrefundedLater: (amount) => `Ensuite, les frais de service de ${amount} ne sont pas remboursés.`,
    retained: 'Frais de service, non remboursés',
    returned: 'Frais de service, remboursés',
  },
  travelCredit: {
    heading: 'À la place d’argent',
    instead: 'Aucun argent n’est rendu : la compagnie vous donne ceci à la place.',
    kind: { airline_credit: 'Avoir de la compagnie', voucher: 'Bon d’achat' },
    amountUnknown: 'montant fixé par la compagnie',
    code: (code) => `Code ${code}`,
    codeUnknown: 'Le code n’est pas encore connu.',
    expires: (day) => `Valable jusqu’au ${day}`,
    expiryUnknown: 'La compagnie ne dit pas jusqu’à quand il est valable : demandez-lui.',
    note: 'Il s’utilise uniquement auprès de cette compagnie et n’est pas versé sur une carte.',
  },
  stay,
  rental,
  cancellation: {
    heading: 'Annulation',
    wholePrice: 'le prix total',
    moment: (day, time, clock) => `${day} à ${time}${clock === undefined ? '' : ` (${clock})`}`,
    clock: { hotel: 'heure de l’hôtel', car: 'heure de l’agence' },
    free: 'Annulation gratuite.',
    freeUntil: (moment) => `Annulation gratuite jusqu’au ${moment}.`,
    freeUntilStart: {
      hotel: 'Annulation gratuite jusqu’à l’arrivée.',
      car: 'Annulation gratuite jusqu’à la prise du véhicule.',
    },
    never: 'Non remboursable : l’annulation coûte le prix total.',
    now: (cost) => `L’annulation coûte ${cost}.`,
    afterFree: (cost) => `Ensuite, l’annulation coûte ${cost}.`,
    from: (moment, cost) => `À partir du ${moment}, l’annulation coûte ${cost}.`,
    fromStart: {
      hotel: (cost) => `Dès l’heure d’arrivée, l’annulation coûte ${cost}.`,
      car: (cost) => `Dès la prise du véhicule, l’annulation coûte ${cost}.`,
    },
  },
  unstated: {
    hour: 'heure fixée par l’établissement',
    meals: 'Repas : non précisés par l’établissement',
    amount: { hotel: 'fixé par l’établissement', car: 'fixé par le loueur' },
    atLeast: (amount) => `au moins ${amount}`,
    cancellation: {
      hotel: 'L’établissement fixe le coût de l’annulation ; renseignez-vous avant d’annuler.',
      car: 'Le loueur fixe le coût de l’annulation ; renseignez-vous avant d’annuler.',
    },
    openingHours: 'Horaires : renseignez-vous auprès du loueur',
    mileage: 'Kilométrage : non précisé par le loueur',
    fuelPolicy: 'Carburant : non précisé par le loueur',
    deposit: 'Le loueur fixe la caution ; renseignez-vous avant de prendre le véhicule.',
  },
  payLater: {
    heading: 'À payer sur place',
    atPlace: { hotel: 'À l’hôtel', car: 'À l’agence de location' },
    rooms: 'Chambres',
    note: 'À régler sur place, dans la devise indiquée ; non compris dans le montant ci-dessus.',
    totalNow: 'À payer maintenant',
    taxesIncluded: 'Taxes et frais compris, sauf ceux à payer sur place',
    splitHeading: 'Ce que vous payez',
    withBooking: 'À la réservation',
  },
  withoutCard: {
    heading: 'Rien à payer maintenant',
    text: 'Vous réglez sur place, comme indiqué sous « À payer sur place ». Aucune carte n’est nécessaire pour réserver.',
    skip: 'Aller à la confirmation',
    note: 'Nous réservons dès que vous confirmez.',
    booking: { title: 'Réservation en cours', text: 'Cette page s’actualise toute seule.' },
    partial:
      'Ce qui n’a pas pu être réservé ne vous coûte rien. Conservez votre référence : avec votre nom de famille, elle identifie ce qui est réservé.',
    paid: 'Rien n’a été débité.',
    nothingCharged: 'Rien n’a été débité.',
  },
  exchange: {
    title: 'Modifier votre réservation',
    after: 'Nouveau',
    before: 'Réservation actuelle',
    priceDifference: 'Différence de prix',
    penalty: 'Frais de modification',
    priceAndPenalty: 'Différence de prix et frais de modification, ensemble',
    chargeNote: 'Vous n’êtes débité qu’une fois la modification confirmée.',
    holdEnded: 'Cette offre a expiré. Demandez-en une nouvelle.',
    extrasLost: {
      all: 'Vos bagages et vos sièges restent liés à l’ancien vol : ils ne sont ni reportés ni remboursés. Ajoutez-les de nouveau au nouveau vol.',
      some: 'Les bagages et sièges des vols qui changent ne sont ni reportés ni remboursés. Ajoutez-les de nouveau aux nouveaux vols.',
    },
    exchanging: {
      title: 'Paiement accepté',
      text: 'Nous modifions votre réservation. Cette page se met à jour toute seule.',
      slow: 'La confirmation se fait attendre. D’ici là, votre réservation reste inchangée et rien n’est débité. Vous pouvez fermer cette page et revenir plus tard.',
    },
    done: {
      title: 'Votre réservation est modifiée',
      text: 'La référence reste la même : avec votre nom de famille, elle identifie votre réservation.',
    },
    failed: { title: 'Nous n’avons pas pu modifier votre réservation', text: 'Elle reste inchangée.' },
    paid: 'Payé pour la modification',
    ticketNumbers: 'Nouveaux numéros de billet',
  },
  serviced: {
    cancelled: { title: 'Votre réservation est annulée', text: 'Plus rien n’en est réservé.' },
    changed: {
      title: 'Votre réservation a changé',
      text: 'Elle n’est plus telle que vous l’avez faite ici. Voici où elle en est.',
    },
    moved:
      'La compagnie aérienne a déplacé un vol. Les horaires ci-dessous sont ceux que vous avez réservés : consultez les nouveaux dans votre réservation et voyez s’ils vous conviennent.',
    standing: {
      booked: 'Réservé',
      moved: 'Déplacé par la compagnie',
      rescheduled: 'Réservé, aux nouveaux horaires',
      exchanged: 'Remplacé',
      refunded: 'Annulé et remboursé',
      cancelled: 'Annulé',
      not_booked: 'Non réservé, non débité',
    },
    refunded: 'Remboursé',
    refundNote: 'La somme revient sur la carte utilisée pour payer. Cela peut prendre quelques jours.',
    refundByHand: 'Un remboursement n’a pas pu se faire automatiquement : notre équipe s’en occupe.',
    unrefunded: 'Rien n’est remboursé.',
  },
  glance: 'En bref',
  seller: {
    contact: (name) => `Une question ? ${name} vous répond.`,
    help: 'Aide',
    terms: 'Conditions générales',
    privacy: 'Confidentialité',
    continueTo: (name) => `Continuer vers ${name}`,
    backTo: (name) => `Retour à ${name}`,
  },
  outcome: { booked: 'Réservé', open: 'Pas encore confirmé', not_booked: 'Non réservé, non débité' },
  refused: {
    flight: 'Non confirmé par la compagnie',
    hotel: 'Non confirmé par l’hôtel',
    car: 'Non confirmé par le loueur',
  },
  confirmationNumber: {
    flight: 'Numéro de confirmation de la compagnie',
    hotel: 'Numéro de confirmation de l’hôtel',
    car: 'Numéro de confirmation du loueur',
  },
  hold: {
    label: 'Prix garanti pendant',
    time: (minutes, seconds) => `${minutes} min ${seconds} s`,
    ended: 'Le prix n’est plus garanti. Nous le vérifions à nouveau avant tout paiement.',
  },
  moved: {
    title: 'Le prix a changé',
    text: (before, after) => `Il était de ${before} ; il est maintenant de ${after}.`,
    accept: (total) => `J’accepte le nouveau total de ${total}`,
    acceptAll: 'J’accepte les nouveaux prix',
    review: 'Accepter le nouveau prix',
  },
  payment: 'Paiement',
  labels: {
    holder: 'Nom sur la carte',
    number: 'Numéro de carte',
    expiry: 'Date d’expiration',
    security_code: 'Code de sécurité',
  },
  hints: { expiry: 'MM / AA', securityCode: '3 ou 4 chiffres' },
  problemsHeading: 'Vérifiez vos informations',
  cardAgain: 'Par sécurité, les données de la carte ne sont pas conservées : veuillez les saisir à nouveau.',
  toCard: 'Aller à la saisie de la carte',
  problems: {
    holder: {
      missing: 'Saisissez le nom inscrit sur la carte.',
      invalid: 'Saisissez le nom inscrit sur la carte.',
      expired: '',
    },
    number: {
      missing: 'Saisissez le numéro de carte.',
      invalid: 'Ce numéro de carte est incomplet ou comporte une erreur.',
      expired: '',
    },
    expiry: {
      missing: 'Saisissez la date d’expiration.',
      invalid: 'Saisissez le mois et l’année, par exemple 09/28.',
      expired: 'Cette carte a expiré.',
    },
    security_code: {
      missing: 'Saisissez le code de sécurité.',
      invalid: 'Le code de sécurité comporte 3 ou 4 chiffres.',
      expired: '',
    },
    accept: {
      missing: 'Confirmez que vous acceptez le nouveau prix.',
      invalid: 'Confirmez que vous acceptez le nouveau prix.',
      expired: '',
    },
  },
  pay: (total) => `Payer ${total}`,
  confirmNothing: 'Confirmer la réservation',
  chargeNote: 'Le débit suit la réservation et ne porte que sur ce qui est réservé.',
  paidElsewhere:
    'Vous payez sur la page sécurisée de notre prestataire de paiement : par carte ou, si votre appareil le propose, avec Apple Pay, Google Pay ou Link. Vous revenez ensuite ici.',
  declined: {
    title: 'Le paiement n’a pas été accepté',
    reasons: {
      insufficient_funds: 'Le solde de la carte est insuffisant. Essayez une autre carte.',
      processing_error: 'Le paiement n’a pas pu être traité. Veuillez réessayer.',
      authentication_failed: 'Votre banque n’a pas confirmé le paiement. Réessayez ou utilisez une autre carte.',
      expired_card: 'La carte a expiré. Essayez une autre carte.',
      test_card_required: 'Ceci est un test : seules les cartes de test fonctionnent, par exemple 4242 4242 4242 4242.',
    },
    other: 'Votre banque a refusé la carte. Vous n’avez pas été débité. Essayez une autre carte.',
  },
  challenge: {
    title: 'Confirmez auprès de votre banque',
    text: 'Votre banque veut s’assurer que c’est bien vous qui payez.',
    approve: 'Confirmer le paiement',
    reject: 'Refuser le paiement',
  },
  processing: {
    title: 'Un instant',
    text: 'Nous attendons votre banque. Cette page s’actualise toute seule ; ne payez pas une seconde fois.',
  },
  checking: {
    title: 'Vérification du prix',
    text: 'Le prix de ce voyage est en cours de vérification. Rien n’a été payé. Cette page s’actualise toute seule.',
  },
  booking: {
    title: 'Paiement accepté',
    text: 'Nous réservons votre voyage. Cette page s’actualise toute seule.',
    slow: 'Une confirmation se fait attendre. Vous pouvez fermer cette page et revenir plus tard.',
  },
  confirmed: {
    title: 'C’est réservé',
    text: 'Conservez votre référence : avec votre nom de famille, elle identifie votre réservation.',
  },
  partial: {
    title: 'Une partie de votre voyage est réservée',
    text: 'Ce qui n’a pas pu être réservé n’est pas débité ; cette part du montant bloqué sur votre carte est libérée. Conservez votre référence : avec votre nom de famille, elle identifie ce qui est réservé.',
  },
  reference: 'Référence de réservation',
  referenceForSupport: 'Référence pour vos questions',
  nothingCharged: 'Rien n’a été débité : tout montant bloqué sur votre carte est libéré.',
  chooseAgain: 'Retournez là où vous avez préparé votre voyage et choisissez à nouveau.',
  failed: {
    not_booked: { title: 'Nous n’avons pas pu réserver', text: 'La réservation n’a pas été confirmée.' },
    sold_out: {
      title: 'Nous n’avons pas pu réserver',
      text: 'Une partie de votre voyage a été vendue à d’autres pendant le paiement.',
    },
    price_changed: {
      title: 'Nous n’avons pas pu réserver',
      text: 'Le prix a changé pendant le paiement ; nous n’avons donc pas réservé.',
    },
    refused: { title: 'Nous n’avons pas pu réserver', text: 'Un prestataire de votre voyage a refusé la réservation.' },
    expired_quote: {
      title: 'Le prix n’a pas pu être maintenu',
      text: 'Votre paiement n’a été confirmé qu’après la fin de la garantie de prix. Entre-temps, le voyage était plus cher ou n’était plus disponible ; nous ne l’avons donc pas réservé.',
    },
    unpaid: {
      title: 'Nous n’avons pas pu réserver',
      text: 'Le montant bloqué sur votre carte a expiré avant que tout soit confirmé ; nous avons donc renoncé à la réservation.',
    },
  },
  closed: {
    link_expired: {
      title: 'Ce lien a expiré',
      text: 'Un lien de paiement fonctionne quatre heures. Demandez-en un nouveau là où vous avez préparé votre voyage.',
    },
    trip_changed: {
      title: 'Ce voyage a changé',
      text: 'Il a été modifié après la création de ce lien. Demandez un nouveau lien là où vous avez préparé votre voyage.',
    },
    trip_cancelled: {
      title: 'Ce voyage n’est plus en vente',
      text: 'Il a été annulé ou a expiré. Vous n’avez pas été débité.',
    },
    item_gone: { title: 'Complet', text: 'Une partie de ce voyage n’est plus disponible. Vous n’avez pas été débité.' },
    unknown: { title: 'Rien ici', text: 'Aucun paiement à cette adresse. Vérifiez le lien reçu.' },
    form_stale: {
      title: 'Veuillez réessayer',
      text: 'Ce formulaire n’a pas pu être vérifié. Rouvrez la page de paiement et recommencez. Vous n’avez pas été débité.',
    },
    too_many_attempts: {
      title: 'Trop de tentatives',
      text: 'Patientez une minute avant de réessayer. Vous n’avez pas été débité.',
    },
    supplier_silent: {
      title: 'Le prix n’a pas pu être vérifié',
      text: 'Nous n’avons pas reçu de réponse. Vous n’avez pas été débité. Réessayez dans un instant.',
    },
    exchange_expired: {
      title: 'Cette offre a expiré',
      text: 'Elle n’a pas été payée à temps. Votre réservation reste inchangée et rien n’a été débité. Demandez une nouvelle offre là où vous avez obtenu celle-ci.',
    },
    exchange_gone: {
      title: 'Cette offre n’est plus valable',
      text: 'Votre réservation a été modifiée ou annulée entre-temps. Rien n’a été débité.',
    },
  },
  documents: { heading: 'Documents', itinerary: 'Itinéraire', receipt: 'Reçu' },
  issued: { invoice: (number) => `Facture n° ${number}`, credit_note: (number) => `Avoir n° ${number}` },
  manage: { change: 'Gérer votre réservation', view: 'Voir votre réservation' },
  reload: 'Recharger cette page',
};
