import type { Messages } from '../wording.ts';

const TYPES = { ADULT: 'Erwachsen', CHILD: 'Kind', INFANT: 'Kleinkind' } as const;
const ONE = { ADULT: '1 Erwachsener', CHILD: '1 Kind', INFANT: '1 Kleinkind' } as const;
const PLURALS = { ADULT: 'Erwachsene', CHILD: 'Kinder', INFANT: 'Kleinkinder' } as const;
const bags = (pieces: number, kilograms: number | undefined, noun: string) => `${pieces} ${noun}${kilograms === undefined ? '' : `, ${kilograms} kg`}`;

/** German. */
export const de: Messages = {
  languageName: 'Deutsch', formatLocale: 'de-DE', checkout: 'Kasse',
  errorTitle: (title) => `Fehler: ${title}`, skipToPayment: 'Zur Zahlung', chooseLanguage: 'Sprache',
  testMode: 'Testmodus. Es fließt kein Geld: Karte 4242 4242 4242 4242, beliebiges künftiges Datum, beliebiger Code.',
  trip: { heading: 'Ihre Reise', outbound: 'Hinflug', inbound: 'Rückflug', flight: (number) => `Flug ${number}`, details: 'Flugdetails' },
  nonstop: 'Nonstop', stops: (count, cities) => (count === 1 ? `1 Zwischenstopp in ${cities}` : `${count} Zwischenstopps: ${cities}`),
  layover: (duration, city) => `${duration} in ${city}`, terminal: (name) => `Terminal ${name}`, operatedBy: (carrier) => `Durchgeführt von ${carrier}`,
  daysLater: (count) => (count === 1 ? 'Ankunft am nächsten Tag' : `Ankunft ${count} Tage später`), duration: (hours, minutes) => (hours === 0 ? `${minutes} Min.` : `${hours} Std. ${minutes} Min.`),
  localTimes: 'Alle Zeiten sind Ortszeiten.',
  cabin: { economy: 'Economy', premium_economy: 'Premium Economy', business: 'Business', first: 'First' },
  travelers: 'Reisende', contact: 'Kontakt', travelerType: TYPES,
  travelerCount: (type, count) => (count === 1 ? ONE[type] : `${count} ${PLURALS[type]}`),
  included: 'In Ihrem Tarif enthalten',
  checkedBags: (pieces, kilograms) => (pieces === 0 ? 'Kein Aufgabegepäck' : bags(pieces, kilograms, 'Aufgabegepäck')),
  cabinBags: (pieces, kilograms) => (pieces === 0 ? 'Kein Handgepäck' : bags(pieces, kilograms, 'Handgepäck')),
  perPerson: 'pro Person', seatIncluded: 'Sitzplatzwahl', seat: (seatNumber) => `Sitzplatz ${seatNumber}`,
  extras: { heading: 'Zusätzlich gewählt', checked_bag: (kilograms) => `Aufgabegepäck, ${kilograms} kg`, carry_on: (kilograms) => `Großes Handgepäck, ${kilograms} kg` },
  rules: {
    heading: 'Umbuchung und Erstattung', changeFree: 'Sie können Ihren Flug kostenlos umbuchen; eine Tarifdifferenz kann anfallen.',
    changeFee: (fee) => `Sie können Ihren Flug für ${fee} pro Person zuzüglich einer etwaigen Tarifdifferenz umbuchen.`, changeNever: 'Dieser Tarif ist nicht umbuchbar.',
    refundFree: 'Sie können vor Abflug stornieren und erhalten Ihr Geld zurück.',
    refundFee: (fee) => `Sie können vor Abflug gegen eine Gebühr von ${fee} pro Person stornieren.`, refundNever: 'Dieser Tarif wird nicht erstattet.',
    noShowFree: 'Wenn Sie den Flug nicht antreten, fällt keine zusätzliche Gebühr an.',
    noShowFee: (fee) => `Wenn Sie den Flug nicht antreten, fällt eine Gebühr von ${fee} pro Person an.`,
    noShowNever: 'Wenn Sie den Flug nicht antreten, verfällt sein Wert.',
  },
  summary: { heading: 'Preis', fare: 'Flugpreis', total: 'Gesamt', taxesIncluded: 'Inklusive Steuern und Gebühren', was: 'vorher', paid: 'Bezahlt' },
  outcome: { booked: 'Gebucht', open: 'Noch nicht bestätigt', not_booked: 'Nicht gebucht, nicht berechnet' }, refused: 'Von der Airline nicht bestätigt',
  confirmationNumber: 'Bestätigungsnummer der Airline',
  hold: {
    label: 'Preis garantiert für', time: (minutes, seconds) => `${minutes} Min. ${seconds} Sek.`,
    ended: 'Der Preis ist nicht mehr garantiert. Wir prüfen ihn erneut, bevor Geld abgebucht wird.',
  },
  moved: {
    title: 'Der Preis hat sich geändert', text: (before, after) => `Er betrug ${before} und beträgt jetzt ${after}.`, accept: (total) => `Ich akzeptiere den neuen Gesamtpreis von ${total}`,
    review: 'Neuen Preis akzeptieren',
  },
  payment: 'Zahlung',
  labels: { holder: 'Name auf der Karte', number: 'Kartennummer', expiry: 'Gültig bis', security_code: 'Prüfnummer' },
  hints: { expiry: 'MM / JJ', securityCode: '3 oder 4 Ziffern' },
  problemsHeading: 'Bitte prüfen Sie Ihre Angaben',
  cardAgain: 'Zu Ihrer Sicherheit speichern wir keine Kartendaten: Bitte geben Sie sie noch einmal ein.', toCard: 'Zu den Kartendaten',
  problems: {
    holder: { missing: 'Geben Sie den Namen ein, wie er auf der Karte steht.', invalid: 'Geben Sie den Namen ein, wie er auf der Karte steht.', expired: '' },
    number: { missing: 'Geben Sie die Kartennummer ein.', invalid: 'Diese Kartennummer ist unvollständig oder enthält einen Tippfehler.', expired: '' },
    expiry: { missing: 'Geben Sie das Ablaufdatum ein.', invalid: 'Geben Sie Monat und Jahr ein, zum Beispiel 09/28.', expired: 'Diese Karte ist abgelaufen.' },
    security_code: { missing: 'Geben Sie die Prüfnummer ein.', invalid: 'Die Prüfnummer hat 3 oder 4 Ziffern.', expired: '' },
    accept: { missing: 'Bestätigen Sie, dass Sie den neuen Preis akzeptieren.', invalid: 'Bestätigen Sie, dass Sie den neuen Preis akzeptieren.', expired: '' },
  },
  pay: (total) => `${total} bezahlen`, confirmNothing: 'Buchung bestätigen', chargeNote: 'Abgebucht wird erst nach der Buchung und nur, was gebucht ist.',
  declined: {
    title: 'Die Zahlung wurde nicht angenommen',
    reasons: {
      insufficient_funds: 'Die Karte ist nicht ausreichend gedeckt. Versuchen Sie eine andere Karte.', processing_error: 'Die Zahlung konnte nicht verarbeitet werden. Bitte versuchen Sie es erneut.',
      authentication_failed: 'Ihre Bank hat die Zahlung nicht bestätigt. Versuchen Sie es erneut oder mit einer anderen Karte.', expired_card: 'Die Karte ist abgelaufen. Versuchen Sie eine andere Karte.',
      test_card_required: 'Dies ist ein Test: Nur Testkarten funktionieren, zum Beispiel 4242 4242 4242 4242.',
    },
    other: 'Ihre Bank hat die Karte abgelehnt. Es wurde nichts abgebucht. Versuchen Sie eine andere Karte.',
  },
  challenge: { title: 'Bei Ihrer Bank bestätigen', text: 'Ihre Bank möchte sicher sein, dass Sie es sind.', approve: 'Zahlung bestätigen', reject: 'Zahlung ablehnen' },
  processing: { title: 'Einen Moment', text: 'Wir warten auf Ihre Bank. Diese Seite aktualisiert sich von selbst; bitte zahlen Sie nicht noch einmal.' },
  checking: { title: 'Der Preis wird geprüft', text: 'Der Preis dieser Reise wird gerade bei der Airline geprüft. Es wurde nichts bezahlt. Diese Seite aktualisiert sich von selbst.' },
  booking: { title: 'Zahlung angenommen', text: 'Wir buchen jetzt Ihre Reise. Diese Seite aktualisiert sich von selbst.', slow: 'Die Airline braucht länger für die Bestätigung. Sie können diese Seite schließen und später wiederkommen.' },
  confirmed: { title: 'Ihre Reise ist gebucht', text: 'Bewahren Sie die Buchungsnummer auf: Zusammen mit Ihrem Nachnamen weist sie Ihre Buchung aus.' },
  partial: {
    title: 'Ein Teil Ihrer Reise ist gebucht',
    text: 'Was nicht gebucht werden konnte, wird nicht berechnet; dieser Teil des vorgemerkten Betrags wird freigegeben. Bewahren Sie die Buchungsnummer auf: Zusammen mit Ihrem Nachnamen weist sie das Gebuchte aus.',
  },
  reference: 'Buchungsnummer',
  referenceForQuestions: 'Nummer für Rückfragen', nothingCharged: 'Es wurde nichts abgebucht; ein vorgemerkter Betrag wird freigegeben.', chooseAgain: 'Gehen Sie dorthin zurück, wo Sie Ihre Reise geplant haben, und wählen Sie neu.',
  failed: {
    not_booked: { title: 'Wir konnten Ihre Reise nicht buchen', text: 'Die Airline hat die Buchung nicht bestätigt.' },
    expired_quote: {
      title: 'Der Preis ließ sich nicht halten',
      text: 'Ihre Zahlung wurde erst bestätigt, als der Preis nicht mehr garantiert war. Bis dahin war die Reise teurer oder nicht mehr verfügbar; deshalb haben wir sie nicht gebucht.',
    },
    unpaid: { title: 'Wir konnten Ihre Reise nicht buchen', text: 'Die Vormerkung auf Ihrer Karte endete, bevor die Airline bestätigt hatte; deshalb haben wir die Buchung aufgegeben.' },
  },
  closed: {
    link_expired: { title: 'Dieser Link ist abgelaufen', text: 'Zahlungslinks gelten vier Stunden. Fordern Sie einen neuen dort an, wo Sie Ihre Reise geplant haben.' },
    trip_changed: { title: 'Diese Reise wurde geändert', text: 'Sie wurde nach Erstellung dieses Links geändert. Fordern Sie einen neuen Link dort an, wo Sie Ihre Reise geplant haben.' },
    trip_cancelled: { title: 'Diese Reise wird nicht mehr angeboten', text: 'Sie wurde storniert oder ist abgelaufen. Es wurde nichts abgebucht.' },
    item_gone: { title: 'Ausverkauft', text: 'Ein Teil dieser Reise ist nicht mehr erhältlich. Es wurde nichts abgebucht.' },
    unknown: { title: 'Hier ist nichts', text: 'Unter dieser Adresse gibt es keine Zahlung. Prüfen Sie den Link.' },
    form_stale: { title: 'Bitte versuchen Sie es erneut', text: 'Dieses Formular war nicht vertrauenswürdig. Öffnen Sie die Zahlungsseite erneut. Es wurde nichts abgebucht.' },
    too_many_attempts: { title: 'Zu viele Versuche', text: 'Bitte warten Sie eine Minute, bevor Sie es erneut versuchen. Es wurde nichts abgebucht.' },
    supplier_silent: { title: 'Der Preis konnte nicht geprüft werden', text: 'Die Airline hat nicht geantwortet. Es wurde nichts abgebucht. Bitte versuchen Sie es gleich noch einmal.' },
  },
  reload: 'Seite neu laden',
};
