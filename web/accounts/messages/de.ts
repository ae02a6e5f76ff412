import type { AccountMessages } from '../wording.ts';
import { security } from './security-de.ts';

/** German. */
export const de: AccountMessages = {
  account: 'Konto',
  fields: {
    organization: 'Organisation',
    organizationHint: 'Der Name Ihrer Firma oder Ihres Teams. Mitglieder und Eingeladene sehen ihn.',
    code: 'Code',
    codeHint: 'Sechs Ziffern aus Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.',
    email: 'E-Mail-Adresse',
    name: 'Ihr Name',
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    currentPassword: 'Aktuelles Passwort',
    passwordHint:
      'Mindestens 12 Zeichen. Mehrere Wörter, die nichts miteinander zu tun haben, sind stark und leicht zu merken.',
    missing: 'Bitte füllen Sie dieses Feld aus.',
    problems: {
      missing: 'Bitte füllen Sie dieses Feld aus.',
      email_invalid: 'Das sieht nicht wie eine E-Mail-Adresse aus. Sie sollte wie name@example.com aussehen.',
      too_short: 'Dieses Passwort ist zu kurz. Nehmen Sie mindestens 12 Zeichen; am einfachsten ist ein Wort mehr.',
      too_long: 'Das ist länger als 256 Zeichen.',
      common:
        'Dieses Passwort gehört zu denen, die zuerst versucht werden. Nehmen Sie Wörter, die nicht zusammengehören.',
      simple: 'Dieses Passwort folgt einem einfachen Muster. Nehmen Sie etwas, das sich nicht erraten lässt.',
      first_key_wrong:
        'Das ist nicht der erste Schlüssel einer Organisation, die noch niemandem gehört. Lassen Sie das Feld leer, um eine eigene Organisation anzulegen.',
      own_words:
        'Dieses Passwort ist kaum mehr als Ihr Name oder Ihre Adresse. Nehmen Sie etwas, das nichts mit Ihnen zu tun hat.',
    },
  },
  problemsHeading: 'Bitte prüfen Sie, was unten markiert ist.',
  signUp: {
    title: 'Konto anlegen',
    text: 'Ein Konto für Ihre Organisation: Schlüssel, Mitglieder und Guthaben an einem Ort.',
    nameHint: 'Er wird den Mitgliedern Ihrer Organisation gezeigt.',
    submit: 'Konto anlegen',
    haveAccount: 'Ich habe ein Konto: anmelden',
    claimHeading: 'Die Organisation des ersten Schlüssels dieser Sandbox übernehmen',
    claimText:
      'Beim ersten Start hat die Sandbox eine Organisation angelegt und deren Schlüssel einmal gezeigt, im Terminal oder in einer Datei. Sie gehört noch niemandem. Fügen Sie diesen Schlüssel ein, dann gehört sie Ihnen, mit allem, was damit gebucht wurde. Ohne den Schlüssel erhalten Sie eine eigene Organisation.',
    firstKey: 'Erster API-Schlüssel (freiwillig)',
  },
  secondFactor: {
    title: 'Geben Sie Ihren Code ein',
    text: 'Ihr Konto ist durch einen zweiten Faktor geschützt.',
    submit: 'Anmelden',
    back: 'Von vorn beginnen',
  },
  switcher: { label: 'Organisation', choose: 'Wechseln zu' },
  found: {
    heading: 'Weitere Organisation',
    text: 'Sie hat eigene Schlüssel, Mitglieder und Buchungen und gehört Ihnen. Zwischen Ihren Organisationen wechseln Sie oben auf der Seite.',
    submit: 'Organisation anlegen',
    problems: {
      unverified: 'Bestätigen Sie zuerst Ihre Adresse mit dem Link in der E-Mail.',
      too_many: 'Mehr Organisationen kann eine Person nicht haben.',
    },
  },
  leave: {
    link: 'Verlassen',
    title: (organization) => `${organization} verlassen?`,
    text: 'Sie verlieren den Zugang sofort. Schlüssel, die Sie angelegt haben, gelten weiter: Sie gehören der Organisation. Nur ein Inhaber kann Sie wieder einladen.',
    isLast: 'Es ist Ihre einzige Organisation: Ihr Konto endet mit ihr.',
    submit: 'Organisation verlassen',
  },
  signIn: {
    title: 'Anmelden',
    text: 'Um Schlüssel und Mitglieder Ihrer Organisation zu verwalten.',
    submit: 'Anmelden',
    wrong: 'Diese E-Mail-Adresse und dieses Passwort passen nicht zusammen.',
    forgot: 'Passwort vergessen?',
    noAccount: 'Noch kein Konto? Legen Sie eines an',
    ended: 'Bitte melden Sie sich an. Zu Ihrer Sicherheit endet eine Sitzung nach zwölf Stunden ohne Nutzung.',
  },
  forgot: {
    title: 'Passwort vergessen?',
    text: 'Nennen Sie uns Ihre E-Mail-Adresse. Hat sie ein Konto, senden wir ihr einen Link für ein neues Passwort.',
    submit: 'Link senden',
    back: 'Zurück zur Anmeldung',
  },
  reset: {
    titles: { reset: 'Neues Passwort wählen', welcome: 'Passwort wählen' },
    text: (email) => `Für ${email}. Alle angemeldeten Browser werden abgemeldet.`,
    submit: 'Passwort speichern',
  },
  verify: {
    title: 'Adresse bestätigen',
    text: (email) =>
      `Geben Sie das Passwort ein, mit dem das Konto für ${email} angelegt wurde. So kann niemand Sie ein fremdes Konto bestätigen lassen.`,
    submit: 'Bestätigen und anmelden',
    wrong: 'Das ist nicht das Passwort, mit dem das Konto angelegt wurde.',
  },
  join: {
    title: (organization) => `${organization} beitreten`,
    text: (email, role) => `Sie sind als ${email} eingeladen. Ihre Rolle: ${role}.`,
    submit: 'Beitreten',
    signInFirst:
      'Mit dieser Adresse haben Sie schon ein Konto. Melden Sie sich an, dann kommt diese Organisation dazu.',
    asMember: (who, role) =>
      `Sie sind als ${who} angemeldet. Diese Organisation kommt zu Ihrem Konto dazu. Ihre Rolle: ${role}.`,
    otherAccount: (invited, who) =>
      `Diese Einladung ist für ${invited}, angemeldet sind Sie als ${who}. Melden Sie sich ab und öffnen Sie den Link der E-Mail noch einmal.`,
    problems: {
      member_already: 'Sie sind schon Mitglied dieser Organisation.',
      full: 'Mehr Organisationen kann eine Person nicht haben.',
    },
  },
  checkMail: {
    title: 'Sehen Sie in Ihre E-Mails',
    texts: {
      sign_up: 'Wir haben Ihnen eine E-Mail gesendet. Der Link darin bestätigt Ihre Adresse.',
      reset: 'Hat die Adresse ein Konto, ist eine E-Mail mit einem Link unterwegs. Der Link gilt eine Stunde.',
      verify: 'Ihre Adresse ist noch nicht bestätigt. Wir haben Ihnen den Link noch einmal gesendet.',
    },
    spam: 'Nach ein paar Minuten nichts da? Sehen Sie im Spam-Ordner nach.',
    outbox: 'Diese Sandbox versendet keine E-Mails. Sie finden sie in diesem Ordner des Servers:',
    signInAlready: 'In der Sandbox müssen Sie nicht darauf warten:',
  },
  done: {
    password_set: { title: 'Ihr Passwort ist gespeichert', text: 'Sie können sich jetzt damit anmelden.' },
    password_changed: {
      title: 'Ihr Passwort ist geändert',
      text: 'Sie wurden überall abgemeldet. Bitte melden Sie sich mit dem neuen an.',
    },
    signed_out_everywhere: {
      title: 'Sie sind überall abgemeldet',
      text: 'Kein Browser ist mehr in Ihrem Konto angemeldet.',
    },
    left: { title: 'Sie sind ausgetreten', text: 'Es war Ihre einzige Organisation: Ihr Konto ist beendet.' },
  },
  closed: {
    form_stale: {
      title: 'Bitte noch einmal',
      text: 'Diesem Formular konnte nicht vertraut werden, vielleicht weil es lange offen war oder Cookies ausgeschaltet sind. Es wurde nichts geändert.',
    },
    invitation_gone: {
      title: 'Diese Einladung gilt nicht mehr',
      text: 'Sie wurde schon angenommen, zurückgenommen oder ist zu alt. Bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
    },
    link_gone: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Er wurde schon benutzt, ist zu alt oder durch einen neueren ersetzt.',
    },
    locked: {
      title: 'Zu viele Fehlversuche',
      text: 'Eine Viertelstunde lang werden von hier keine weiteren Passwörter für diese Adresse angenommen. Ein neues Passwort, per E-Mail, beendet die Wartezeit.',
    },
    too_often: {
      title: 'Einen Moment bitte',
      text: 'Aus Ihrem Netz kamen sehr viele Anfragen. Bitte versuchen Sie es in einer Viertelstunde erneut.',
    },
    by_invitation: {
      title: 'Konten gibt es auf Einladung',
      text: 'Bitten Sie eine Inhaberin oder einen Inhaber Ihrer Organisation oder den Betreiber dieses Dienstes um eine Einladung.',
    },
    not_allowed: {
      title: 'Das dürfen nur Inhaber',
      text: 'Wenden Sie sich an eine Inhaberin oder einen Inhaber Ihrer Organisation.',
    },
    not_member: {
      title: 'Das ist keine Ihrer Organisationen',
      text: 'Sie sind dort kein Mitglied oder keines mehr. Es wurde nichts geändert.',
    },
    last_owner: {
      title: 'Sie sind die letzte Person mit Inhaberrolle',
      text: 'Eine Organisation braucht mindestens einen Inhaber. Machen Sie zuerst jemand anderen dazu.',
    },
    codes_locked: {
      title: 'Zu viele falsche Codes',
      text: 'Eine Viertelstunde lang wird für dieses Konto kein Code angenommen.',
    },
    factor_required: {
      title: 'Richten Sie zuerst einen zweiten Faktor ein',
      text: 'Diese Organisation verlangt ihn von allen Mitgliedern. Es dauert eine Minute und braucht eine Authenticator-App.',
    },
  },
  goOn: { title: 'Sie sind angemeldet', link: 'Weiter' },
  application: {
    text: (name, place) =>
      `Sie sind hier für ${name} (${place}). Nach der Anmeldung fragen wir, ob es Ihr Konto nutzen darf.`,
    mailLeadsOn: (name) => `Der Link in der E-Mail führt weiter zu ${name}.`,
    confirmedAlready: 'Adresse schon auf einem anderen Gerät bestätigt?',
    invitationLeadsOn: (name) =>
      `Öffnen Sie den Link der Einladung innerhalb eines Tages in diesem Browser, dann geht es weiter mit ${name}. Später beginnen Sie in ${name} von vorn.`,
    elsewhere: (name) =>
      `${name} wartet auf dem Gerät, auf dem Sie begonnen haben. Ist das ein anderes Gerät? Dann melden Sie sich dort an: Von hier aus kann Ihre Antwort ${name} nicht erreichen.`,
    goOn: (name) => `Weiter mit ${name}`,
  },
  toSignIn: 'Anmelden',
  toSignUp: 'Konto anlegen',
  toForgot: 'Neues Passwort wählen',
  toAccount: 'Zurück zum Konto',
  toSecurity: 'Zweiten Faktor einrichten',
  sections: {
    overview: 'Organisation',
    changes: 'Offene Änderungen',
    approvals: 'Freigaben',
    applications: 'Anwendungen',
    security: 'Sicherheit',
  },
  sectionsLabel: 'Konto',
  signOut: 'Abmelden',
  signedInAs: (who) => `Angemeldet als ${who}`,
  roles: {
    owner: 'Inhaber',
    admin: 'Administrator',
    member: 'Mitglied',
    support: 'Kundendienst',
    read_only: 'Nur lesen',
  },
  organization: {
    heading: 'Organisation',
    name: 'Name',
    environment: 'Umgebung',
    environments: { sandbox: 'Sandbox', production: 'Produktion' },
    balance: 'Guthaben',
    credits: (amount) => `${amount} Credits`,
    unlimited: 'Unbegrenzt',
    id: 'Kennung',
  },
  console: {
    heading: 'Schlüssel, Mitglieder, Buchungen',
    text: 'In der Konsole finden Sie Schlüssel, Mitglieder und Buchungen; was Sie dort ändern dürfen, sagt Ihre Rolle. Sie ist auf Englisch.',
    keys: 'API-Schlüssel',
    members: 'Mitglieder',
    open: 'Konsole öffnen',
  },
  cancel: 'Abbrechen',
  forPerson: (what, who) => `${what}: ${who}`,
  security,
  mails: {
    hello: (name) => `Guten Tag ${name},`,
    why: 'Sie bekommen diese E-Mail, weil diese Adresse bei Bly eingegeben wurde. Niemand kann Ihr Passwort lesen, auch wir nicht.',
    verify: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      title: 'Bestätigen Sie Ihre Adresse',
      text: 'jemand, hoffentlich Sie, hat mit dieser Adresse ein Konto angelegt.',
      link: 'Meine Adresse bestätigen',
      note: 'Der Link gilt drei Tage. Wenn Sie es nicht waren, tun Sie nichts: Ohne Sie wird das Konto nicht bestätigt.',
    },
    already_registered: {
      subject: 'Sie haben schon ein Konto',
      title: 'Sie haben schon ein Konto',
      text: 'jemand, vielleicht Sie, wollte mit dieser Adresse ein Konto anlegen. Sie hat schon eines, und es wurde nichts geändert.',
      link: 'Anmelden',
      note: 'Passwort vergessen? Die Anmeldeseite hilft. Wenn Sie es nicht waren, ist nichts zu tun.',
    },
    reset: {
      subject: 'Wählen Sie ein neues Passwort',
      title: 'Wählen Sie ein neues Passwort',
      text: 'jemand, hoffentlich Sie, hat für diese Adresse ein neues Passwort angefordert.',
      link: 'Neues Passwort wählen',
      note: 'Der Link gilt einmal, eine Stunde lang. Wenn Sie es nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
    },
    password_changed: {
      subject: 'Ihr Passwort wurde geändert',
      title: 'Ihr Passwort wurde geändert',
      text: 'das Passwort Ihres Kontos wurde soeben geändert, und alle Browser wurden abgemeldet.',
      link: 'Das war ich nicht: anderes Passwort wählen',
      note: 'Wenn Sie es waren, ist nichts zu tun.',
    },
    locked_out: {
      subject: 'Zu viele fehlgeschlagene Anmeldungen',
      title: 'Zu viele Fehlversuche',
      text: 'jemand hat zehn falsche Passwörter für Ihr Konto versucht. Eine Viertelstunde lang sind keine weiteren Versuche möglich. Browser, in denen Sie schon angemeldet waren, sind nicht betroffen.',
      link: 'Neues Passwort wählen',
      note: 'Wenn Sie es waren, beendet ein neues Passwort die Wartezeit. Wenn nicht, hält ein langes eigenes Passwort sie fern.',
    },
    codes_locked: {
      subject: 'Zu viele falsche Codes',
      title: 'Zu viele falsche Codes',
      text: 'jemand hat Ihr richtiges Passwort und dann fünf falsche Codes eingegeben. Eine Viertelstunde lang wird kein Code angenommen.',
      link: 'Das war ich nicht: anderes Passwort wählen',
      note: 'Wenn Sie es nicht waren, kennt jemand Ihr Passwort: Wählen Sie jetzt ein anderes.',
    },
    second_factor_on: {
      subject: 'Ihr zweiter Faktor ist eingeschaltet',
      title: 'Ihr zweiter Faktor ist eingeschaltet',
      text: 'ab jetzt wird bei der Anmeldung an Ihrem Konto zusätzlich zum Passwort ein Code verlangt. Alle anderen Browser wurden abgemeldet.',
      link: 'Das war ich nicht: anderes Passwort wählen',
      note: 'Bewahren Sie Ihre Wiederherstellungscodes dort auf, wo Sie sie ohne Telefon finden.',
    },
    second_factor_off: {
      subject: 'Ihr zweiter Faktor ist ausgeschaltet',
      title: 'Ihr zweiter Faktor ist ausgeschaltet',
      text: 'der zweite Faktor Ihres Kontos wurde soeben ausgeschaltet. Zur Anmeldung genügt das Passwort.',
      link: 'Das war ich nicht: anderes Passwort wählen',
      note: 'Wenn Sie es nicht waren, wählen Sie ein anderes Passwort und richten Sie wieder einen zweiten Faktor ein.',
    },
    recovery_code_used: {
      subject: 'Ein Wiederherstellungscode wurde benutzt',
      title: 'Ein Wiederherstellungscode wurde benutzt',
      text: 'jemand, hoffentlich Sie, hat soeben einen Ihrer Wiederherstellungscodes benutzt. Er gilt nicht mehr.',
      link: 'Das war ich nicht: anderes Passwort wählen',
      note: 'Auf der Sicherheitsseite legen Sie neue an, wenn wenige übrig sind.',
    },
  },
};
