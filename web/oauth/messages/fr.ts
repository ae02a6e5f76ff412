import type { OAuthMessages } from '../wording.ts';

/** French. */
export const fr: OAuthMessages = {
  access: 'Accès',
  testMode: 'Mode test. Rien n’est vraiment réservé et aucun argent réel ne circule.',
  scopes: {
    search: 'Rechercher des vols, des hôtels et des voitures de location',
    book: 'Composer des voyages et lancer leur paiement',
    manage:
      'Voir, modifier, annuler et rembourser des réservations ; gérer les clés d’API, les membres et les webhooks',
  },
  mayDo: (organization) => `Avec le compte de ${organization}, elle pourrait :`,
  otherOrganization: 'Une autre organisation ? Choisissez-la sur la page de votre compte, puis rechargez cette page.',
  signedInAs: (account) => `Connecté en tant que ${account}`,
  allow: 'Autoriser',
  deny: 'Ne pas autoriser',
  consent: {
    title: (name) => `Autoriser ${name} à utiliser votre compte ?`,
    text: 'Cette application souhaite agir pour vous. Elle ne connaîtra pas votre mot de passe.',
    sentBackTo: 'Vous serez renvoyé vers',
    saysItIs: 'Dit appartenir à',
    unchecked: 'Elle s’est inscrite elle-même. Nous n’avons vérifié ni son nom ni qui se trouve derrière.',
    takeBack: 'Vous pouvez retirer cet accès à tout moment sous « Applications ».',
  },
  device: {
    title: 'Connecter un appareil',
    text: (name) => `Saisissez le code que ${name} affiche sur votre appareil.`,
    label: 'Code',
    hint: 'Huit lettres, par exemple BCDF-GHJK',
    next: 'Continuer',
    missing: 'Saisissez le code.',
    unknown:
      'Ce code est inconnu, déjà utilisé ou date de plus de dix minutes. Vérifiez-le ou recommencez sur l’appareil.',
    confirmTitle: (name) => `Autoriser ${name} à utiliser votre compte ?`,
    confirmText: 'Votre appareil affiche-t-il exactement ce code ?',
    warning:
      'Ne continuez que si vous venez de commencer cela vous-même. Quiconque vous a envoyé un code ou un lien aurait accès à votre compte.',
  },
  done: {
    allowed: (name) => ({
      title: 'Votre appareil est connecté',
      text: `${name} peut maintenant utiliser votre compte. Vous pouvez fermer cette page et continuer sur l’appareil.`,
    }),
    denied: (name) => ({ title: 'Non connecté', text: `${name} n’a reçu aucun accès. Vous pouvez fermer cette page.` }),
  },
  applications: {
    title: 'Applications',
    text: 'Ces applications peuvent agir pour vous.',
    none: 'Aucune application n’a accès à votre compte.',
    since: (day) => `Depuis le ${day}`,
    lastUsed: (day) => `Renouvelé le ${day}`,
    revoke: 'Retirer l’accès',
    revokeOf: (name) => `Retirer l’accès à ${name}`,
    revoked: 'L’accès a été retiré.',
    keys: 'Une clé d’API créée par une application appartient à l’organisation et reste valable : révoquez-la parmi les clés.',
    keysLink: 'Clés d’API',
  },
  failed: {
    title: 'Cette demande ne peut pas aboutir',
    text: 'L’application a demandé quelque chose d’impossible. Retournez-y et réessayez.',
    unknownClient:
      'Ce service ne connaît pas, ou plus, cette application. Supprimez la connexion dans l’application, puis ajoutez-la de nouveau.',
    detail: 'Pour ses développeurs',
  },
  closed: {
    form_stale: { title: 'Veuillez réessayer', text: 'Ce formulaire n’a pas pu être accepté. Rien n’a été modifié.' },
    request_over: {
      title: 'Cette demande est terminée',
      text: 'Elle a pris trop de temps, a déjà reçu une réponse ou a commencé dans un autre navigateur. Recommencez dans l’application.',
    },
    too_many_attempts: { title: 'Trop de tentatives', text: 'Attendez quelques minutes, puis réessayez.' },
  },
  again: 'Réessayer',
};
