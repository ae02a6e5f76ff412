import type { Messages } from '../wording.ts';
import { countBags } from './count-bags.ts';
import { rental, stay } from './ground/de.ts';

const TYPES = { ADULT: 'Erwachsen', CHILD: 'Kind', INFANT: 'Kleinkind' } as const;
const ONE = { ADULT: '1 Erwachsener', CHILD: '1 Kind', INFANT: '1 Kleinkind' } as const;
const PLURALS = { ADULT: 'Erwachsene', CHILD: 'Kinder', INFANT: 'Kleinkinder' } as const;

/** German. */
export const de: Messages = {
  languageName: 'Deutsch',
  formatLocale: 'de-DE',
  checkout: 'Kasse',
  errorTitle: (title) => `Fehler: ${title}`,
  skipToPayment: 'Zur Zahlung',
  chooseLanguage: 'Sprache',
  testMode: 'Testmodus. Es fließt kein Geld: Karte 4242 4242 4242 4242, beliebiges künftiges Datum, beliebiger Code.',
  rehearsalMode: 'Testmodus. Nichts hier wird wirklich gebucht, und es fließt kein echtes Geld.',
  trip: { heading: 'Ihre Reise', outbound: 'Hinflug', inbound: 'Rückflug', details: 'Flugdetails' },
  flown: { before: 'Ursprüngliche Zeiten', now: 'Neue Zeiten', gone: 'Fliegt nicht mehr' },
  kinds: { flight: 'Flug', hotel: 'Hotel', car: 'Mietwagen' },
  nonstop: 'Nonstop',
  stops: (count, cities) => (count === 1 ? `1 Zwischenstopp in ${cities}` : `${count} Zwischenstopps: ${cities}`),
  layover: (duration, city) => `${duration} in ${city}`,
  terminal: (name) => `Terminal ${name}`,
  operatedBy: (carrier) => `Durchgeführt von ${carrier}`,
  daysLater: (count) => (count === 1 ? 'Ankunft am nächsten Tag' : `Ankunft ${count} Tage später`),
  duration: (hours, minutes) => (hours === 0 ? `${minutes} Min.` : `${hours} Std. ${minutes} Min.`),
  localTimes: 'Alle Zeiten sind Ortszeiten.',
  cabin: { economy: 'Economy', premium_economy: 'Premium Economy', business: 'Business', first: 'First' },
  travelers: 'Reisende',
  contact: 'Kontakt',
  travelerType: TYPES,
  travelerCount: (type, count) => (count === 1 ? ONE[type] : `${count} ${PLURALS[type]}`),
  included: 'In Ihrem Tarif enthalten',
  checkedBags: (pieces, kilograms) => {
    if (pieces === undefined) return 'Aufgabegepäck: von der Fluggesellschaft nicht angegeben';
    return pieces === 0 ? 'Kein Aufgabegepäck' : countBags(pieces, kilograms, 'Stück Aufgabegepäck');
  },
  cabinBags: (pieces, kilograms) => {
    if (pieces === undefined) return 'Handgepäck: von der Fluggesellschaft nicht angegeben';
    return pieces === 0 ? 'Kein Handgepäck' : countBags(pieces, kilograms, 'Handgepäckstück', 'Handgepäckstücke');
  },
  perPerson: 'pro Person',
  seatIncluded: 'Sitzplatzwahl',
  seat: (seatNumber) => `Sitzplatz ${seatNumber}`,
  extras: {
    heading: 'Zusätzlich gewählt',
    checked_bag: (kilograms) => `Aufgabegepäck${kilograms === undefined ? '' : `, ${kilograms} kg`}`,
    carry_on: (kilograms) => (kilograms === undefined ? 'Großes Handgepäck' : `Großes Handgepäck, ${kilograms} kg`),
  },
  rules: {
    heading: 'Umbuchung und Erstattung',
    changeFree: 'Sie können Ihren Flug kostenlos umbuchen; eine Tarifdifferenz kann anfallen.',
    changeFee: (fee) => `Sie können Ihren Flug für ${fee} pro Person zuzüglich einer etwaigen Tarifdifferenz umbuchen.`,
    changeNever: 'Dieser Tarif ist nicht umbuchbar.',
    changeUnknown: 'Ob dieser Tarif umbuchbar ist, legt die Fluggesellschaft fest; bitte vor der Umbuchung anfragen.',
    changeFeeUnknown:
      'Sie können Ihren Flug umbuchen; die Gebühr legt die Fluggesellschaft fest, bitte vor der Umbuchung anfragen.',
    refundUnknown:
      'Ob dieser Tarif erstattet wird, legt die Fluggesellschaft fest; bitte vor der Stornierung anfragen.',
    refundFeeUnknown:
      'Sie können vor Abflug stornieren; die Gebühr legt die Fluggesellschaft fest, bitte vor der Stornierung anfragen.',
    noShowFeeUnknown: 'Wenn Sie den Flug nicht antreten, fällt eine Gebühr an, die die Fluggesellschaft festlegt.',
    changeMoved:
      'Die Fluggesellschaft hat einen Flug verlegt: Sie können im selben Tarif kostenlos auf Flüge nahe an Ihren Tagen umbuchen.',
    refundFree: 'Sie können vor Abflug stornieren und erhalten Ihr Geld zurück.',
    refundFee: (fee) => `Sie können vor Abflug gegen eine Gebühr von ${fee} pro Person stornieren.`,
    refundNever: 'Dieser Tarif wird nicht erstattet.',
    changeFreeUntil: (moment) =>
      `Bis ${moment} können Sie Ihren Flug kostenlos umbuchen; eine Tarifdifferenz kann anfallen.`,
    changeFeeUntil: (moment, fee) =>
      `Bis ${moment} können Sie Ihren Flug für ${fee} pro Person zuzüglich einer etwaigen Tarifdifferenz umbuchen.`,
    changeFeeLater: (fee) => `Danach kostet die Umbuchung ${fee} pro Person zuzüglich einer etwaigen Tarifdifferenz.`,
    voidHours: (hours) =>
      `In den ersten ${hours} Stunden nach der Buchung können Sie stornieren und erhalten alles zurück.`,
    voidUntil: (moment) => `Bis ${moment} können Sie stornieren und erhalten alles zurück.`,
    voidPartUntil: (moment, refund, kept) =>
      `Bis ${moment} können Sie stornieren und erhalten ${refund} zurück; ${kept} werden wegen einer früheren Umbuchung einbehalten.`,
    refundFreeUntil: (moment) => `Bis ${moment} können Sie stornieren und erhalten Ihr Geld zurück.`,
    refundFeeUntil: (moment, fee) => `Bis ${moment} können Sie gegen eine Gebühr von ${fee} pro Person stornieren.`,
    refundFeeLater: (fee) => `Danach können Sie vor Abflug gegen eine Gebühr von ${fee} pro Person stornieren.`,
    refundNeverLater: 'Danach wird dieser Tarif nicht erstattet.',
    moment: (day, time) => `${day}, ${time} (Ortszeit des Abflugs),`,
    noShowFree: 'Wenn Sie den Flug nicht antreten, fällt keine zusätzliche Gebühr an.',
    noShowFee: (fee) => `Wenn Sie den Flug nicht antreten, fällt eine Gebühr von ${fee} pro Person an.`,
    noShowNever: 'Wenn Sie den Flug nicht antreten, verfällt sein Wert.',
  },
  summary: {
    heading: 'Preis',
    fare: 'Flugpreis',
    total: 'Gesamt',
    taxesIncluded: 'Inklusive Steuern und Gebühren',
    was: 'vorher',
    paid: 'Bezahlt',
  },
  serviceFee: {
    name: 'Servicegebühr',
    unrefunded: (amount) => `Die Servicegebühr von ${amount} wird bei einer Stornierung nicht erstattet.`,
    unrefundedLater: (amount) => `Danach wird die Servicegebühr von ${amount} nicht erstattet.`,
    retained: 'Servicegebühr, nicht erstattet',
    returned: 'Servicegebühr, erstattet',
  },
  travelCredit: {
    heading: 'Statt Geld',
    instead: 'Es kommt kein Geld zurück: Die Fluggesellschaft gibt Ihnen stattdessen dies.',
    kind: { airline_credit: 'Guthaben der Fluggesellschaft', voucher: 'Gutschein' },
    amountUnknown: 'Betrag legt die Fluggesellschaft fest',
    code: (code) => `Code ${code}`,
    codeUnknown: 'Der Code ist noch nicht bekannt.',
    expires: (day) => `Gültig bis ${day}`,
    expiryUnknown: 'Bis wann es gilt, sagt die Fluggesellschaft nicht: bitte dort anfragen.',
    note: 'Es lässt sich nur bei dieser Fluggesellschaft einlösen und wird nicht ausgezahlt.',
  },
  stay,
  rental,
  cancellation: {
    heading: 'Stornierung',
    wholePrice: 'den gesamten Preis',
    moment: (day, time, clock) => `${day}, ${time} Uhr${clock === undefined ? '' : ` (${clock})`}`,
    clock: { hotel: 'Ortszeit des Hotels', car: 'Ortszeit der Station' },
    free: 'Kostenlos stornierbar.',
    freeUntil: (moment) => `Kostenlos stornierbar bis ${moment}.`,
    freeUntilStart: {
      hotel: 'Kostenlos stornierbar bis zum Check-in.',
      car: 'Kostenlos stornierbar bis zur Abholung.',
    },
    never: 'Nicht erstattbar: Die Stornierung kostet den gesamten Preis.',
    now: (cost) => `Die Stornierung kostet ${cost}.`,
    afterFree: (cost) => `Danach kostet die Stornierung ${cost}.`,
    from: (moment, cost) => `Ab ${moment} kostet die Stornierung ${cost}.`,
    fromStart: {
      hotel: (cost) => `Ab Check-in kostet die Stornierung ${cost}.`,
      car: (cost) => `Ab Abholung kostet die Stornierung ${cost}.`,
    },
  },
  unstated: {
    hour: 'Uhrzeit legt die Unterkunft fest',
    meals: 'Verpflegung: von der Unterkunft nicht angegeben',
    amount: { hotel: 'legt die Unterkunft fest', car: 'legt der Vermieter fest' },
    atLeast: (amount) => `mindestens ${amount}`,
    cancellation: {
      hotel: 'Was eine Stornierung kostet, legt die Unterkunft fest; bitte vor der Stornierung anfragen.',
      car: 'Was eine Stornierung kostet, legt der Vermieter fest; bitte vor der Stornierung anfragen.',
    },
    openingHours: 'Öffnungszeiten: bitte beim Vermieter erfragen',
    mileage: 'Kilometer: vom Vermieter nicht angegeben',
    fuelPolicy: 'Kraftstoff: vom Vermieter nicht angegeben',
    deposit: 'Die Kaution legt der Vermieter fest; bitte vor der Abholung anfragen.',
  },
  payLater: {
    heading: 'Vor Ort zu zahlen',
    atPlace: { hotel: 'Im Hotel', car: 'Am Mietwagenschalter' },
    rooms: 'Zimmer',
    note: 'Vor Ort zu zahlen, in der angegebenen Währung; im Betrag oben nicht enthalten.',
    totalNow: 'Jetzt fällig',
    taxesIncluded: 'Inklusive Steuern und Gebühren, außer den vor Ort zu zahlenden',
    splitHeading: 'Was Sie zahlen',
    withBooking: 'Mit der Buchung',
  },
  withoutCard: {
    heading: 'Jetzt nichts zu zahlen',
    text: 'Sie zahlen vor Ort, wie unter „Vor Ort zu zahlen“ angegeben. Zum Buchen brauchen Sie keine Karte.',
    skip: 'Zur Bestätigung',
    note: 'Wir buchen, sobald Sie bestätigen.',
    booking: { title: 'Wir buchen Ihre Reise', text: 'Diese Seite aktualisiert sich von selbst.' },
    partial:
      'Was nicht gebucht werden konnte, kostet Sie nichts. Bewahren Sie die Buchungsnummer auf: Zusammen mit Ihrem Nachnamen weist sie das Gebuchte aus.',
    paid: 'Es wurde nichts abgebucht.',
    nothingCharged: 'Es wurde nichts abgebucht.',
  },
  exchange: {
    title: 'Buchung ändern',
    after: 'Neu',
    before: 'Aktuelle Buchung',
    priceDifference: 'Preisunterschied',
    penalty: 'Änderungsgebühr',
    priceAndPenalty: 'Preisunterschied und Änderungsgebühr zusammen',
    chargeNote: 'Abgebucht wird erst, wenn die Änderung bestätigt ist.',
    holdEnded: 'Dieses Angebot ist abgelaufen. Fordern Sie ein neues an.',
    extrasLost: {
      all: 'Ihr Gepäck und Ihre Sitzplätze gehören zum alten Flug: Beides wird weder übernommen noch erstattet. Bitte buchen Sie es für den neuen Flug erneut dazu.',
      some: 'Gepäck und Sitzplätze der Flüge, die sich ändern, werden weder übernommen noch erstattet. Bitte buchen Sie sie erneut dazu.',
    },
    exchanging: {
      title: 'Zahlung angenommen',
      text: 'Wir ändern jetzt Ihre Buchung. Diese Seite aktualisiert sich von selbst.',
      slow: 'Die Bestätigung lässt auf sich warten. Bis dahin gilt Ihre Buchung unverändert, und es wird nichts abgebucht. Sie können diese Seite schließen und später wiederkommen.',
    },
    done: {
      title: 'Ihre Buchung ist geändert',
      text: 'Die Buchungsnummer bleibt dieselbe: Zusammen mit Ihrem Nachnamen weist sie Ihre Buchung aus.',
    },
    failed: { title: 'Wir konnten Ihre Buchung nicht ändern', text: 'Sie gilt unverändert weiter.' },
    paid: 'Für die Änderung bezahlt',
    ticketNumbers: 'Neue Ticketnummern',
  },
  serviced: {
    cancelled: { title: 'Ihre Buchung ist storniert', text: 'Davon ist nichts mehr gebucht.' },
    changed: {
      title: 'Ihre Buchung hat sich geändert',
      text: 'Sie ist nicht mehr so, wie Sie hier gebucht haben. Das ist ihr jetziger Stand.',
    },
    moved:
      'Die Fluggesellschaft hat einen Flug verlegt. Unten stehen die Zeiten, die Sie gebucht haben: Sehen Sie in Ihrer Buchung nach, wie die neuen sind und ob sie Ihnen passen.',
    standing: {
      booked: 'Gebucht',
      moved: 'Von der Airline verlegt',
      rescheduled: 'Gebucht, zu neuen Zeiten',
      exchanged: 'Ersetzt',
      refunded: 'Storniert und erstattet',
      cancelled: 'Storniert',
      not_booked: 'Nicht gebucht, nicht berechnet',
    },
    refunded: 'Erstattet',
    refundNote: 'Der Betrag geht auf die Karte zurück, mit der bezahlt wurde. Das kann einige Tage dauern.',
    refundByHand: 'Eine Erstattung ließ sich nicht von selbst ausführen: Unsere Leute kümmern sich darum.',
    unrefunded: 'Es wird nichts erstattet.',
  },
  glance: 'Auf einen Blick',
  seller: {
    contact: (name) => `Fragen? ${name} ist für Sie da.`,
    help: 'Hilfe',
    terms: 'AGB',
    privacy: 'Datenschutz',
    continueTo: (name) => `Weiter zu ${name}`,
    backTo: (name) => `Zurück zu ${name}`,
  },
  outcome: { booked: 'Gebucht', open: 'Noch nicht bestätigt', not_booked: 'Nicht gebucht, nicht berechnet' },
  refused: {
    flight: 'Von der Airline nicht bestätigt',
    hotel: 'Vom Hotel nicht bestätigt',
    car: 'Vom Vermieter nicht bestätigt',
  },
  confirmationNumber: {
    flight: 'Bestätigungsnummer der Airline',
    hotel: 'Bestätigungsnummer des Hotels',
    car: 'Bestätigungsnummer des Vermieters',
  },
  hold: {
    label: 'Preis garantiert für',
    time: (minutes, seconds) => `${minutes} Min. ${seconds} Sek.`,
    ended: 'Der Preis ist nicht mehr garantiert. Wir prüfen ihn erneut, bevor Geld abgebucht wird.',
  },
  moved: {
    title: 'Der Preis hat sich geändert',
    text: (before, after) => `Er betrug ${before} und beträgt jetzt ${after}.`,
    accept: (total) => `Ich akzeptiere den neuen Gesamtpreis von ${total}`,
    acceptAll: 'Ich akzeptiere die neuen Preise',
    review: 'Neuen Preis akzeptieren',
  },
  payment: 'Zahlung',
  labels: { holder: 'Name auf der Karte', number: 'Kartennummer', expiry: 'Gültig bis', security_code: 'Prüfnummer' },
  hints: { expiry: 'MM / JJ', securityCode: '3 oder 4 Ziffern' },
  problemsHeading: 'Bitte prüfen Sie Ihre Angaben',
  cardAgain: 'Zu Ihrer Sicherheit speichern wir keine Kartendaten: Bitte geben Sie sie noch einmal ein.',
  toCard: 'Zu den Kartendaten',
  problems: {
    holder: {
      missing: 'Geben Sie den Namen ein, wie er auf der Karte steht.',
      invalid: 'Geben Sie den Namen ein, wie er auf der Karte steht.',
      expired: '',
    },
    number: {
      missing: 'Geben Sie die Kartennummer ein.',
      invalid: 'Diese Kartennummer ist unvollständig oder enthält einen Tippfehler.',
      expired: '',
    },
    expiry: {
      missing: 'Geben Sie das Ablaufdatum ein.',
      invalid: 'Geben Sie Monat und Jahr ein, zum Beispiel 09/28.',
      expired: 'Diese Karte ist abgelaufen.',
    },
    security_code: {
      missing: 'Geben Sie die Prüfnummer ein.',
      invalid: 'Die Prüfnummer hat 3 oder 4 Ziffern.',
      expired: '',
    },
    accept: {
      missing: 'Bestätigen Sie, dass Sie den neuen Preis akzeptieren.',
      invalid: 'Bestätigen Sie, dass Sie den neuen Preis akzeptieren.',
      expired: '',
    },
  },
  pay: (total) => `${total} bezahlen`,
  confirmNothing: 'Buchung bestätigen',
  chargeNote: 'Abgebucht wird erst nach der Buchung und nur, was gebucht ist.',
  paidElsewhere:
    'Sie bezahlen auf der sicheren Seite unseres Zahlungsdienstes: mit Karte oder, wo Ihr Gerät es anbietet, mit Apple Pay, Google Pay oder Link. Danach kommen Sie hierher zurück.',
  declined: {
    title: 'Die Zahlung wurde nicht angenommen',
    reasons: {
      insufficient_funds: 'Die Karte ist nicht ausreichend gedeckt. Versuchen Sie eine andere Karte.',
      processing_error: 'Die Zahlung konnte nicht verarbeitet werden. Bitte versuchen Sie es erneut.',
      authentication_failed:
        'Ihre Bank hat die Zahlung nicht bestätigt. Versuchen Sie es erneut oder mit einer anderen Karte.',
      expired_card: 'Die Karte ist abgelaufen. Versuchen Sie eine andere Karte.',
      test_card_required: 'Dies ist ein Test: Nur Testkarten funktionieren, zum Beispiel 4242 4242 4242 4242.',
    },
    other: 'Ihre Bank hat die Karte abgelehnt. Es wurde nichts abgebucht. Versuchen Sie eine andere Karte.',
  },
  challenge: {
    title: 'Bei Ihrer Bank bestätigen',
    text: 'Ihre Bank möchte sicher sein, dass Sie es sind.',
    approve: 'Zahlung bestätigen',
    reject: 'Zahlung ablehnen',
  },
  processing: {
    title: 'Einen Moment',
    text: 'Wir warten auf Ihre Bank. Diese Seite aktualisiert sich von selbst; bitte zahlen Sie nicht noch einmal.',
  },
  checking: {
    title: 'Der Preis wird geprüft',
    text: 'Der Preis dieser Reise wird gerade geprüft. Es wurde nichts bezahlt. Diese Seite aktualisiert sich von selbst.',
  },
  booking: {
    title: 'Zahlung angenommen',
    text: 'Wir buchen jetzt Ihre Reise. Diese Seite aktualisiert sich von selbst.',
    slow: 'Eine Bestätigung lässt auf sich warten. Sie können diese Seite schließen und später wiederkommen.',
  },
  confirmed: {
    title: 'Ihre Reise ist gebucht',
    text: 'Bewahren Sie die Buchungsnummer auf: Zusammen mit Ihrem Nachnamen weist sie Ihre Buchung aus.',
  },
  partial: {
    title: 'Ein Teil Ihrer Reise ist gebucht',
    text: 'Was nicht gebucht werden konnte, wird nicht berechnet; dieser Teil des vorgemerkten Betrags wird freigegeben. Bewahren Sie die Buchungsnummer auf: Zusammen mit Ihrem Nachnamen weist sie das Gebuchte aus.',
  },
  reference: 'Buchungsnummer',
  referenceForSupport: 'Nummer für Rückfragen',
  nothingCharged: 'Es wurde nichts abgebucht; ein vorgemerkter Betrag wird freigegeben.',
  chooseAgain: 'Gehen Sie dorthin zurück, wo Sie Ihre Reise geplant haben, und wählen Sie neu.',
  failed: {
    not_booked: { title: 'Wir konnten Ihre Reise nicht buchen', text: 'Die Buchung wurde nicht bestätigt.' },
    sold_out: {
      title: 'Wir konnten Ihre Reise nicht buchen',
      text: 'Ein Teil Ihrer Reise war ausverkauft, bevor die Zahlung abgeschlossen war.',
    },
    price_changed: {
      title: 'Wir konnten Ihre Reise nicht buchen',
      text: 'Der Preis hat sich während der Zahlung geändert; deshalb haben wir nicht gebucht.',
    },
    refused: {
      title: 'Wir konnten Ihre Reise nicht buchen',
      text: 'Ein Anbieter Ihrer Reise hat die Buchung abgelehnt.',
    },
    expired_quote: {
      title: 'Der Preis ließ sich nicht halten',
      text: 'Ihre Zahlung wurde erst bestätigt, als der Preis nicht mehr garantiert war. Bis dahin war die Reise teurer oder nicht mehr verfügbar; deshalb haben wir sie nicht gebucht.',
    },
    unpaid: {
      title: 'Wir konnten Ihre Reise nicht buchen',
      text: 'Die Vormerkung auf Ihrer Karte endete, bevor alles bestätigt war; deshalb haben wir die Buchung aufgegeben.',
    },
  },
  closed: {
    link_expired: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Zahlungslinks gelten vier Stunden. Fordern Sie einen neuen dort an, wo Sie Ihre Reise geplant haben.',
    },
    trip_changed: {
      title: 'Diese Reise wurde geändert',
      text: 'Sie wurde nach Erstellung dieses Links geändert. Fordern Sie einen neuen Link dort an, wo Sie Ihre Reise geplant haben.',
    },
    trip_cancelled: {
      title: 'Diese Reise wird nicht mehr angeboten',
      text: 'Sie wurde storniert oder ist abgelaufen. Es wurde nichts abgebucht.',
    },
    item_gone: {
      title: 'Ausverkauft',
      text: 'Ein Teil dieser Reise ist nicht mehr erhältlich. Es wurde nichts abgebucht.',
    },
    unknown: { title: 'Hier ist nichts', text: 'Unter dieser Adresse gibt es keine Zahlung. Prüfen Sie den Link.' },
    form_stale: {
      title: 'Bitte versuchen Sie es erneut',
      text: 'Dieses Formular war nicht vertrauenswürdig. Öffnen Sie die Zahlungsseite erneut. Es wurde nichts abgebucht.',
    },
    too_many_attempts: {
      title: 'Zu viele Versuche',
      text: 'Bitte warten Sie eine Minute, bevor Sie es erneut versuchen. Es wurde nichts abgebucht.',
    },
    supplier_silent: {
      title: 'Der Preis konnte nicht geprüft werden',
      text: 'Wir haben keine Antwort erhalten. Es wurde nichts abgebucht. Bitte versuchen Sie es gleich noch einmal.',
    },
    exchange_expired: {
      title: 'Dieses Angebot ist abgelaufen',
      text: 'Es wurde nicht rechtzeitig bezahlt. Ihre Buchung gilt unverändert, und es wurde nichts abgebucht. Fordern Sie ein neues Angebot dort an, wo Sie dieses erhalten haben.',
    },
    exchange_gone: {
      title: 'Dieses Angebot gilt nicht mehr',
      text: 'Ihre Buchung wurde inzwischen geändert oder storniert. Es wurde nichts abgebucht.',
    },
  },
  documents: { heading: 'Dokumente', itinerary: 'Reiseplan', receipt: 'Zahlungsbeleg' },
  issued: { invoice: (number) => `Rechnungsnummer ${number}`, credit_note: (number) => `Gutschriftsnummer ${number}` },
  manage: { change: 'Buchung verwalten', view: 'Buchung ansehen' },
  reload: 'Seite neu laden',
};
