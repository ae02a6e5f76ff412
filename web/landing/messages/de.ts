import type { HomeMessages } from '../wording.ts';

/** German. */
export const de: HomeMessages = {
  home: {
    tab: 'API für den Reiseverkauf',
    title: 'Flüge, Hotels und Mietwagen in einer API',
    description: 'Flüge, Hotels und Mietwagen suchen, als eine Reise verkaufen und danach betreuen.',
    text: 'Suchen, eine Reise zusammenstellen, einmal bezahlen und später ändern oder stornieren. Dies ist der Dienst selbst: Ihr Schlüssel gilt unter dieser Adresse.',
    quickStart: 'Schnellstart',
    reference: 'API-Referenz',
    firstCall: 'Ihr erster Aufruf',
    firstCallText: 'Fügen Sie dies in ein Terminal ein. Die Antwort sind Flüge mit Preisen, die sich buchen lassen.',
    explainKey:
      'Der erste Start hat den API-Schlüssel ausgegeben oder seine Datei genannt; mit einem Konto erstellen Sie weitere.',
    more: 'Wie es weitergeht',
    cards: {
      docs: {
        title: 'Dokumentation',
        text: 'Anleitungen von der ersten Suche bis zur Erstattung, jede Operation, jeder Fehler (Englisch).',
      },
      explore: {
        title: 'Reisenachfrage',
        text: 'Wohin gesucht und gebucht wird: auf der Karte, in Listen und im Zeitverlauf.',
      },
      signUp: { title: 'Konto erstellen', text: 'API-Schlüssel, Mitglieder und Anwendungen im Browser.' },
      signIn: { title: 'Anmelden', text: 'API-Schlüssel, Mitglieder und Anwendungen im Browser.' },
      manage: {
        title: 'Buchung verwalten',
        text: 'Für Reisende: eine Buchung finden, ändern, stornieren oder drucken.',
      },
      agents: { title: 'Für KI-Agenten', text: 'Jede Operation als Werkzeug des Model Context Protocol.' },
    },
    version: 'Version',
    health: 'Zustand',
    contract: 'OpenAPI-Dokument',
  },
  testMode: 'Sandbox. Hier wird nichts wirklich gebucht, und es fließt kein echtes Geld.',
  error: {
    title: 'Diese Seite kann nicht angezeigt werden',
    missingTitle: 'Unter dieser Adresse ist nichts',
    missing: 'Bitte prüfen Sie den Link, oder beginnen Sie auf der Startseite.',
    failed: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es gleich noch einmal.',
    refused: 'Die Anfrage konnte nicht angenommen werden. Gehen Sie zurück und versuchen Sie es erneut.',
    reference: 'Referenz',
    home: 'Zur Startseite',
    booking: 'Buchung suchen',
  },
};
