import type { OAuthMessages } from '../wording.ts';

/** German. */
export const de: OAuthMessages = {
  access: 'Zugriff',
  testMode: 'Testbetrieb. Hier wird nichts wirklich gebucht und kein echtes Geld bewegt.',
  scopes: {
    search: 'Flüge, Hotels und Mietwagen suchen',
    book: 'Reisen zusammenstellen und ihre Zahlung beginnen',
    manage: 'Buchungen sehen, ändern, stornieren und erstatten; API-Schlüssel, Mitglieder und Webhooks verwalten',
  },
  mayDo: (organization) => `Mit dem Konto von ${organization} könnte sie:`,
  otherOrganization:
    'Eine andere Organisation? Wählen Sie sie auf der Seite Ihres Kontos aus und laden Sie diese Seite neu.',
  signedInAs: (account) => `Angemeldet als ${account}`,
  allow: 'Erlauben',
  deny: 'Nicht erlauben',
  consent: {
    title: (name) => `Darf ${name} Ihr Konto benutzen?`,
    text: 'Diese Anwendung möchte für Sie handeln. Ihr Passwort erfährt sie nicht.',
    sentBackTo: 'Sie kehren zurück zu',
    saysItIs: 'Gehört nach eigenen Angaben zu',
    unchecked: 'Sie hat sich selbst angemeldet. Wir haben weder ihren Namen geprüft noch, wer dahintersteht.',
    takeBack: 'Sie können den Zugriff jederzeit unter „Anwendungen“ zurücknehmen.',
  },
  device: {
    title: 'Gerät verbinden',
    text: (name) => `Geben Sie den Code ein, den ${name} auf Ihrem Gerät anzeigt.`,
    label: 'Code',
    hint: 'Acht Buchstaben, zum Beispiel BCDF-GHJK',
    next: 'Weiter',
    missing: 'Geben Sie den Code ein.',
    unknown:
      'Dieser Code ist unbekannt, benutzt oder älter als zehn Minuten. Prüfen Sie ihn oder beginnen Sie am Gerät von vorn.',
    confirmTitle: (name) => `Darf ${name} Ihr Konto benutzen?`,
    confirmText: 'Zeigt Ihr Gerät genau diesen Code?',
    warning:
      'Fahren Sie nur fort, wenn Sie dies gerade selbst begonnen haben. Wer Ihnen einen Code oder Link geschickt hat, bekäme Zugriff auf Ihr Konto.',
  },
  done: {
    allowed: (name) => ({
      title: 'Ihr Gerät ist verbunden',
      text: `${name} darf jetzt Ihr Konto benutzen. Sie können diese Seite schließen und dort weitermachen.`,
    }),
    denied: (name) => ({
      title: 'Nicht verbunden',
      text: `${name} hat keinen Zugriff bekommen. Sie können diese Seite schließen.`,
    }),
  },
  applications: {
    title: 'Anwendungen',
    text: 'Diese Anwendungen dürfen für Sie handeln.',
    none: 'Keine Anwendung hat Zugriff auf Ihr Konto.',
    since: (day) => `Seit ${day}`,
    lastUsed: (day) => `Zuletzt erneuert ${day}`,
    revoke: 'Zugriff zurücknehmen',
    revokeOf: (name) => `${name} den Zugriff entziehen`,
    revoked: 'Der Zugriff wurde zurückgenommen.',
    keys: 'Ein API-Schlüssel, den eine Anwendung angelegt hat, gehört der Organisation und bleibt gültig: Beenden Sie ihn unter den Schlüsseln.',
    keysLink: 'API-Schlüssel',
  },
  failed: {
    title: 'Diese Anfrage ist nicht ausführbar',
    text: 'Die Anwendung hat etwas verlangt, das nicht möglich ist. Gehen Sie zu ihr zurück und versuchen Sie es noch einmal.',
    unknownClient:
      'Dieser Dienst kennt die Anwendung nicht oder nicht mehr. Entfernen Sie die Verbindung in der Anwendung und richten Sie sie neu ein.',
    detail: 'Für die Entwickler',
  },
  closed: {
    form_stale: {
      title: 'Bitte noch einmal',
      text: 'Diesem Formular konnte nicht vertraut werden. Es wurde nichts geändert.',
    },
    request_over: {
      title: 'Diese Anfrage ist vorbei',
      text: 'Sie hat zu lange gedauert, ist schon beantwortet oder begann in einem anderen Browser. Beginnen Sie in der Anwendung von vorn.',
    },
    too_many_attempts: {
      title: 'Zu viele Versuche',
      text: 'Warten Sie einige Minuten und versuchen Sie es dann noch einmal.',
    },
  },
  again: 'Noch einmal versuchen',
};
