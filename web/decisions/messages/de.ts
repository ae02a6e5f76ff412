import type { DecisionMessages } from '../wording.ts';

/** German. */
export const de: DecisionMessages = {
  title: 'Änderungen, die auf Sie warten',
  text: 'Erstattungen und Änderungen, die kein System allein abschließen kann, die älteste zuerst.',
  none: 'Nichts wartet auf Sie.',
  whoDecides: 'Darüber entscheidet, wer Inhaber oder Administrator der Organisation ist.',
  waitsFor: {
    decision: 'Wartet auf Ihre Entscheidung',
    charge: 'Storniert und berechnet; wartet auf Ihre Entscheidung',
    money: 'Geld muss von Hand bewegt werden',
    supplier: 'Menschen beim Anbieter entscheiden',
  },
  decided: {
    cancel: 'Wird storniert; die Erstattung folgt von selbst.',
    refund: 'Die Erstattung folgt von selbst.',
    decline: 'Abgelehnt. Die Buchung besteht.',
    settled: 'Es wurde von Hand erledigt.',
  },
  problems: {
    amount_invalid: 'Geben Sie den Betrag in Ziffern ein, mit Punkt oder Komma vor den Dezimalen.',
    reason_missing: 'Sagen Sie in einem Satz, warum abgelehnt wird.',
    refused:
      'Das war nicht möglich: mehr als erstattet werden kann, oder an der Buchung geschieht gerade etwas anderes.',
    gone: 'Das wartet nicht mehr auf eine Entscheidung.',
  },
  since: (moment) => `Seit ${moment}`,
  why: 'Grund',
  traveler: 'Erste reisende Person',
  contact: 'Kontakt',
  product: 'Verkauft wurde',
  supplier: 'Anbieter',
  order: 'Bestellung und Bestätigungsnummer',
  paid: 'Bezahlt',
  agreed: 'Vereinbarte Erstattung',
  guidance:
    'Fragen Sie die Fluggesellschaft oder den Anbieter, was zurückkommt, bevor Sie entscheiden. Stimmen Sie zu, wird dort storniert, und die reisende Person bekommt den Betrag, den Sie eingeben, auch wenn zu Ihnen nichts zurückkommt. Nennt der Anbieter bis dahin einen kleineren Betrag, wird nichts storniert.',
  guidanceCharged:
    'Der Anbieter hat storniert und dafür berechnet, was seine Bedingungen nicht nennen. Er wird immer wieder gefragt, ob er es zurückgibt; dann geht die vereinbarte Erstattung von selbst hinaus. Sie müssen nicht warten: Die reisende Person bekommt den Betrag, den Sie eingeben, und was der Anbieter später zurückgibt, gehört Ihnen. Weniger als vereinbart müssen Sie der reisenden Person selbst erklären.',
  guidanceByHand:
    'Das Geld konnte nicht bewegt werden: Der Zahlungsdienst hat die Rückzahlung abgelehnt, oder für die Umbuchung wurde nichts bezahlt. Bewegen Sie es von Hand, beim Zahlungsdienst oder per Überweisung, und sagen Sie dann hier, wie. Was zurückgezahlt wurde, gilt dann als erstattet, und der Reisende bekommt eine E-Mail darüber.',
  refund: (currency) => `Erstattung an die reisende Person, in ${currency}`,
  refundHint: (max) => `Höchstens ${max}. 0 storniert ohne Erstattung.`,
  refundHintCharged: (max) => `Höchstens ${max}. 0 beendet es ohne Erstattung.`,
  cancel: 'Stornieren und erstatten',
  giveBack: 'Erstatten',
  reason: 'Grund, falls Sie ablehnen',
  reasonHint: 'Der Reisende liest ihn in einer Nachricht.',
  decline: 'Ablehnen; die Buchung besteht',
  byHand: 'Wie es bewegt wurde',
  byHandHint: 'Nur für das Protokoll.',
  settle: 'Als von Hand erledigt melden',
};
