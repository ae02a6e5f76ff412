import type { MailMessages } from '../wording.ts';

/** German. */
export const de: MailMessages = {
  subjects: {
    confirmed: (ref) => `Ihre Buchung ${ref} ist bestätigt`,
    partial: (ref) => `Ein Teil Ihrer Reise ist gebucht (${ref})`,
    failed: (ref) => `Wir konnten Ihre Reise nicht buchen (${ref})`,
    refunded: (ref, amount) => `Ihre Erstattung von ${amount} (${ref})`,
    cancelled: (ref) => `Ihre Stornierung (${ref})`,
    changed: (ref) => `Ihre Buchung ${ref} wurde geändert`,
    rescheduled: {
      times: (ref) => `Neue Zeiten für Ihre Buchung ${ref}`,
      flights: (ref) => `Neue Flüge für Ihre Buchung ${ref}`,
      cancelled: (ref) => `Flug gestrichen: Ihre Buchung ${ref}`,
    },
  },
  testMode: 'Testmodus: Es wird nichts wirklich gebucht, und es fließt kein Geld.',
  refunded: {
    title: 'Ihre Erstattung ist unterwegs',
    text: (amount) =>
      `${amount} gehen zurück auf die Karte, mit der Sie bezahlt haben. Je nach Bank kann das einige Tage dauern.`,
    cancelledTitle: 'Ihre Stornierung ist ausgeführt',
    cancelledText: 'Nach den Bedingungen dieser Buchung wird nichts erstattet.',
    cancelledHeading: 'Storniert',
    money: 'Erstattung',
    paid: 'Bezahlt',
    retained: 'Stornokosten',
    collected: 'Vor Ort berechnet',
    setByPlace: 'legt die Unterkunft fest',
    back: 'Erstattet',
    rest: 'Der Rest Ihrer Buchung bleibt, wie er ist.',
  },
  changed: {
    title: 'Ihre Buchung wurde geändert',
    text: 'So reisen Sie jetzt. Ihre Buchungsnummer bleibt dieselbe.',
    now: 'Jetzt',
    before: 'Vorher',
    even: 'Die Änderung kostet nichts.',
    nothingNow: 'Für die Änderung ist jetzt nichts zu zahlen.',
    atCounter: {
      more: (amount) => `Am Mietwagenschalter zahlen Sie ${amount} mehr als vorher.`,
      less: (amount) => `Am Mietwagenschalter zahlen Sie ${amount} weniger als vorher.`,
    },
    paid: (amount) => `Sie haben für die Änderung ${amount} bezahlt.`,
    refunded: (amount) => `${amount} gehen zurück auf die Karte, mit der Sie bezahlt haben.`,
  },
  rescheduled: {
    title: {
      times: 'Ihre Zeiten haben sich geändert',
      flights: 'Ihre Flüge haben sich geändert',
      cancelled: 'Die Fluggesellschaft hat Ihren Flug gestrichen',
    },
    accepted: 'Das gilt jetzt. Ihre Buchungsnummer bleibt dieselbe.',
    link: {
      times: 'Neue Zeiten annehmen, ändern oder stornieren',
      flights: 'Neue Flüge annehmen, ändern oder stornieren',
      cancelled: 'Stornieren oder ändern',
    },
    heading: {
      times: 'Neue Zeiten',
      flights: 'Neue Flüge',
      cancelled: 'Was nicht mehr fliegt',
    },
  },
  notices: {
    declined: {
      subject: (ref) => `Ihre Anfrage wurde abgelehnt (${ref})`,
      title: 'Ihre Anfrage wurde abgelehnt',
      text: 'Es wurde nichts storniert oder geändert: Ihre Buchung besteht wie zuvor, und für die Anfrage wurde nichts berechnet.',
    },
    cancelled_elsewhere: {
      subject: (ref) => `Ihre Buchung ${ref}: ein Flug wurde storniert`,
      title: 'Ihre Flugbuchung wurde storniert',
      text: 'Sie wurde bei der Fluggesellschaft storniert, und nicht über uns. Was zurückkommt, steht noch nicht fest: Unser Team klärt es und entscheidet. Sie bekommen dann noch eine Nachricht. Bisher wurde nichts erstattet.',
    },
  },
  quoted: (text) => `„${text}“`,
  why: (ref) => `Sie erhalten diese Nachricht, weil diese Adresse als Kontakt der Buchung ${ref} angegeben ist.`,
  colon: ': ',
};
