import type { AccountMessages } from '../wording.ts';
import { security } from './security-fr.ts';

/** French. */
export const fr: AccountMessages = {
  account: 'Compte',
  fields: {
    organization: 'Organisation',
    organizationHint: 'Le nom de votre entreprise ou de votre équipe. Les membres et les personnes invitées le voient.',
    code: 'Code',
    codeHint: 'Six chiffres de votre application d’authentification, ou l’un de vos codes de secours.',
    email: 'Adresse e-mail',
    name: 'Votre nom',
    password: 'Mot de passe',
    newPassword: 'Nouveau mot de passe',
    currentPassword: 'Mot de passe actuel',
    passwordHint: 'Au moins 12 caractères. Plusieurs mots sans rapport entre eux sont solides et faciles à retenir.',
    missing: 'Veuillez remplir ce champ.',
    problems: {
      missing: 'Veuillez remplir ce champ.',
      email_invalid: 'Cela ne ressemble pas à une adresse e-mail, comme nom@example.com.',
      too_short: 'Ce mot de passe est trop court. Prenez au moins 12 caractères ; le plus simple est d’ajouter un mot.',
      too_long: 'Il dépasse 256 caractères.',
      common:
        'Ce mot de passe fait partie de ceux que l’on essaie en premier. Prenez des mots qui ne vont pas ensemble.',
      simple: 'Ce mot de passe suit un motif simple. Prenez quelque chose qui ne se devine pas.',
      first_key_wrong:
        'Ce n’est pas la première clé d’une organisation sans propriétaire. Laissez le champ vide pour créer votre propre organisation.',
      own_words:
        'Ce mot de passe n’est guère plus que votre nom ou votre adresse. Prenez quelque chose sans rapport avec vous.',
    },
  },
  problemsHeading: 'Veuillez vérifier ce qui est signalé ci-dessous.',
  signUp: {
    title: 'Créer un compte',
    text: 'Un compte pour votre organisation : clés, membres et crédit au même endroit.',
    nameHint: 'Il est montré aux membres de votre organisation.',
    submit: 'Créer le compte',
    haveAccount: 'J’ai un compte : me connecter',
    claimHeading: 'Devenir propriétaire de l’organisation de la première clé de ce bac à sable',
    claimText:
      'À son premier démarrage, le bac à sable a créé une organisation et montré sa clé une seule fois, dans le terminal ou dans un fichier. Elle n’appartient encore à personne. Collez cette clé et vous en devenez propriétaire, avec tout ce qui a été réservé avec elle. Sans la clé, vous obtenez votre propre organisation.',
    firstKey: 'Première clé d’API (facultatif)',
  },
  secondFactor: {
    title: 'Saisissez votre code',
    text: 'Votre compte est protégé par un second facteur.',
    submit: 'Se connecter',
    back: 'Recommencer',
  },
  switcher: { label: 'Organisation', choose: 'Passer à' },
  found: {
    heading: 'Une autre organisation',
    text: 'Elle a ses propres clés, membres et réservations, et vous en êtes propriétaire. Vous passez d’une organisation à l’autre en haut de la page.',
    submit: 'Créer l’organisation',
    problems: {
      unverified: 'Confirmez d’abord votre adresse par le lien reçu par e-mail.',
      too_many: 'Vous appartenez à autant d’organisations qu’une personne le peut.',
    },
  },
  leave: {
    link: 'Quitter',
    title: (organization) => `Quitter ${organization} ?`,
    text: 'Vous perdez l’accès aussitôt. Les clés que vous avez créées continuent de fonctionner : elles appartiennent à l’organisation. Seul un propriétaire peut vous inviter à nouveau.',
    isLast: 'C’est votre seule organisation : votre compte prend fin avec elle.',
    submit: 'Quitter l’organisation',
  },
  signIn: {
    title: 'Se connecter',
    text: 'Pour gérer les clés et les membres de votre organisation.',
    submit: 'Se connecter',
    wrong: 'Cette adresse e-mail et ce mot de passe ne vont pas ensemble.',
    forgot: 'Mot de passe oublié ?',
    noAccount: 'Pas encore de compte ? Créez-en un',
    ended: 'Veuillez vous connecter. Pour votre sécurité, une session prend fin après douze heures sans activité.',
  },
  forgot: {
    title: 'Mot de passe oublié ?',
    text: 'Indiquez votre adresse e-mail. Si elle a un compte, nous lui envoyons un lien pour choisir un nouveau mot de passe.',
    submit: 'Envoyer le lien',
    back: 'Retour à la connexion',
  },
  reset: {
    titles: { reset: 'Choisir un nouveau mot de passe', welcome: 'Choisir un mot de passe' },
    text: (email) => `Pour ${email}. Tous les navigateurs connectés seront déconnectés.`,
    submit: 'Enregistrer',
  },
  verify: {
    title: 'Confirmer votre adresse',
    text: (email) =>
      `Saisissez le mot de passe avec lequel le compte de ${email} a été créé. Ainsi personne ne peut vous faire confirmer un compte qui n’est pas le vôtre.`,
    submit: 'Confirmer et se connecter',
    wrong: 'Ce n’est pas le mot de passe avec lequel le compte a été créé.',
  },
  join: {
    title: (organization) => `Rejoindre ${organization}`,
    text: (email, role) => `Vous êtes invité·e sous l’adresse ${email}. Votre rôle : ${role}.`,
    submit: 'Rejoindre',
    signInFirst: 'Vous avez déjà un compte avec cette adresse. Connectez-vous et cette organisation s’y ajoute.',
    asMember: (who, role) =>
      `Vous êtes connecté en tant que ${who}. Cette organisation s’ajoute à votre compte. Votre rôle : ${role}.`,
    otherAccount: (invited, who) =>
      `Cette invitation est pour ${invited}, et vous êtes connecté en tant que ${who}. Déconnectez-vous, puis rouvrez le lien de l’e-mail.`,
    problems: {
      member_already: 'Vous êtes déjà membre de cette organisation.',
      full: 'Vous appartenez à autant d’organisations qu’une personne le peut.',
    },
  },
  checkMail: {
    title: 'Consultez votre messagerie',
    texts: {
      sign_up: 'Nous vous avons envoyé un e-mail. Son lien confirme votre adresse.',
      reset: 'Si l’adresse a un compte, un e-mail avec un lien est en route. Le lien est valable une heure.',
      verify: 'Votre adresse n’est pas encore confirmée. Nous vous avons renvoyé le lien.',
    },
    spam: 'Rien après quelques minutes ? Regardez dans les indésirables.',
    outbox: 'Cet environnement de test n’envoie pas d’e-mails. Vous le trouverez dans ce dossier du serveur :',
    signInAlready: 'Ici, inutile de l’attendre :',
  },
  done: {
    password_set: { title: 'Votre mot de passe est enregistré', text: 'Vous pouvez maintenant vous connecter avec.' },
    password_changed: {
      title: 'Votre mot de passe a été modifié',
      text: 'Vous avez été déconnecté·e partout. Connectez-vous avec le nouveau.',
    },
    signed_out_everywhere: {
      title: 'Vous êtes déconnecté·e partout',
      text: 'Plus aucun navigateur n’est connecté à votre compte.',
    },
    left: { title: 'Vous êtes parti', text: 'C’était votre seule organisation : votre compte a pris fin.' },
  },
  closed: {
    form_stale: {
      title: 'Veuillez réessayer',
      text: 'Ce formulaire n’a pas pu être accepté, peut-être parce qu’il était ouvert depuis longtemps ou que les cookies sont désactivés. Rien n’a été modifié.',
    },
    invitation_gone: {
      title: 'Cette invitation n’est plus valable',
      text: 'Elle a déjà été acceptée, a été retirée ou est trop ancienne. Demandez-en une nouvelle à la personne qui vous a invité·e.',
    },
    link_gone: {
      title: 'Ce lien n’est plus valable',
      text: 'Il a déjà servi, il est trop ancien ou un lien plus récent le remplace.',
    },
    locked: {
      title: 'Trop de tentatives',
      text: 'Pendant un quart d’heure, plus aucun mot de passe n’est accepté d’ici pour cette adresse. Un nouveau mot de passe, par e-mail, met fin à l’attente.',
    },
    too_often: {
      title: 'Un instant, s’il vous plaît',
      text: 'Votre réseau a envoyé un très grand nombre de demandes. Réessayez dans un quart d’heure.',
    },
    by_invitation: {
      title: 'Les comptes sont sur invitation',
      text: 'Demandez une invitation à un propriétaire de votre organisation ou à qui gère ce service.',
    },
    not_allowed: { title: 'Réservé aux propriétaires', text: 'Adressez-vous à un propriétaire de votre organisation.' },
    not_member: {
      title: 'Cette organisation n’est pas la vôtre',
      text: 'Vous n’en êtes pas membre, ou plus. Rien n’a été modifié.',
    },
    last_owner: {
      title: 'Vous êtes le dernier propriétaire',
      text: 'Une organisation garde au moins un propriétaire. Nommez-en d’abord un autre, puis partez.',
    },
    codes_locked: {
      title: 'Trop de codes erronés',
      text: 'Pendant un quart d’heure, aucun code n’est accepté pour ce compte.',
    },
    factor_required: {
      title: 'Configurez d’abord un second facteur',
      text: 'Cette organisation le demande à tous ses membres. Il faut une minute et une application d’authentification.',
    },
  },
  goOn: { title: 'Vous êtes connecté·e', link: 'Continuer' },
  application: {
    text: (name, place) =>
      `Vous êtes ici pour ${name} (${place}). Une fois connecté, vous déciderez si cette application peut utiliser votre compte.`,
    mailLeadsOn: (name) => `Le lien du message vous mènera ensuite à ${name}.`,
    confirmedAlready: 'Adresse déjà confirmée sur un autre appareil ?',
    invitationLeadsOn: (name) =>
      `Ouvrez le lien de l’invitation dans ce navigateur sous 24 heures : il vous mènera ensuite à ${name}. Au-delà, recommencez depuis ${name}.`,
    elsewhere: (name) =>
      `${name} attend sur l’appareil où vous avez commencé. Est-ce un autre appareil ? Retournez-y et connectez-vous : d’ici, votre réponse ne peut pas parvenir à ${name}.`,
    goOn: (name) => `Continuer avec ${name}`,
  },
  toSignIn: 'Se connecter',
  toSignUp: 'Créer un compte',
  toForgot: 'Choisir un nouveau mot de passe',
  toAccount: 'Retour au compte',
  toSecurity: 'Configurer un second facteur',
  sections: {
    overview: 'Organisation',
    changes: 'Demandes en attente',
    approvals: 'Autorisations',
    applications: 'Applications',
    security: 'Sécurité',
  },
  sectionsLabel: 'Compte',
  signOut: 'Se déconnecter',
  signedInAs: (who) => `Connecté·e : ${who}`,
  roles: {
    owner: 'Propriétaire',
    admin: 'Administrateur',
    member: 'Membre',
    support: 'Service client',
    read_only: 'Lecture seule',
  },
  organization: {
    heading: 'Organisation',
    name: 'Nom',
    environment: 'Environnement',
    environments: { sandbox: 'Test (sandbox)', production: 'Production' },
    balance: 'Solde',
    credits: (amount) => `${amount} crédits`,
    unlimited: 'Illimité',
    id: 'Identifiant',
  },
  console: {
    heading: 'Clés, membres, réservations',
    text: 'La console contient les clés, les membres et les réservations ; votre rôle détermine ce que vous pouvez y modifier. Elle est en anglais.',
    keys: 'Clés d’API',
    members: 'Membres',
    open: 'Ouvrir la console',
  },
  cancel: 'Annuler',
  forPerson: (what, who) => `${what} : ${who}`,
  security,
  mails: {
    hello: (name) => `Bonjour ${name},`,
    why: 'Vous recevez cet e-mail parce que cette adresse a été saisie chez Bly. Personne ne peut lire votre mot de passe, pas même nous.',
    verify: {
      subject: 'Confirmez votre adresse e-mail',
      title: 'Confirmez votre adresse',
      text: 'quelqu’un, vous sans doute, a créé un compte avec cette adresse.',
      link: 'Confirmer mon adresse',
      note: 'Le lien est valable trois jours. Si ce n’était pas vous, ne faites rien : sans vous, le compte n’est pas confirmé.',
    },
    already_registered: {
      subject: 'Vous avez déjà un compte',
      title: 'Vous avez déjà un compte',
      text: 'quelqu’un, peut-être vous, a voulu créer un compte avec cette adresse. Elle en a déjà un et rien n’a été modifié.',
      link: 'Se connecter',
      note: 'Mot de passe oublié ? La page de connexion vous aide. Si ce n’était pas vous, il n’y a rien à faire.',
    },
    reset: {
      subject: 'Choisissez un nouveau mot de passe',
      title: 'Choisissez un nouveau mot de passe',
      text: 'quelqu’un, vous sans doute, a demandé un nouveau mot de passe pour cette adresse.',
      link: 'Choisir un nouveau mot de passe',
      note: 'Le lien sert une fois, pendant une heure. Si ce n’était pas vous, ne faites rien : votre mot de passe reste le même.',
    },
    password_changed: {
      subject: 'Votre mot de passe a été modifié',
      title: 'Votre mot de passe a été modifié',
      text: 'le mot de passe de votre compte vient d’être modifié et tous les navigateurs ont été déconnectés.',
      link: 'Ce n’était pas moi : choisir un autre mot de passe',
      note: 'Si c’était vous, il n’y a rien à faire.',
    },
    locked_out: {
      subject: 'Trop d’échecs de connexion',
      title: 'Trop d’échecs de connexion',
      text: 'quelqu’un a essayé dix mauvais mots de passe pour votre compte. Pendant un quart d’heure, cette personne ne peut plus essayer. Les navigateurs avec lesquels vous vous êtes déjà connecté ne sont pas concernés.',
      link: 'Choisir un nouveau mot de passe',
      note: 'Si c’était vous, un nouveau mot de passe met fin à l’attente. Sinon, un long mot de passe bien à vous les tient à l’écart.',
    },
    codes_locked: {
      subject: 'Trop de codes erronés',
      title: 'Trop de codes erronés',
      text: 'quelqu’un a saisi votre bon mot de passe, puis cinq codes erronés. Pendant un quart d’heure, aucun code n’est accepté.',
      link: 'Ce n’était pas moi : choisir un autre mot de passe',
      note: 'Si ce n’était pas vous, quelqu’un connaît votre mot de passe : choisissez-en un autre maintenant.',
    },
    second_factor_on: {
      subject: 'Votre second facteur est activé',
      title: 'Votre second facteur est activé',
      text: 'désormais, la connexion à votre compte demande un code en plus du mot de passe. Tous les autres navigateurs ont été déconnectés.',
      link: 'Ce n’était pas moi : choisir un autre mot de passe',
      note: 'Gardez vos codes de secours là où vous les trouvez sans votre téléphone.',
    },
    second_factor_off: {
      subject: 'Votre second facteur est désactivé',
      title: 'Votre second facteur est désactivé',
      text: 'le second facteur de votre compte vient d’être désactivé. La connexion ne demande plus que le mot de passe.',
      link: 'Ce n’était pas moi : choisir un autre mot de passe',
      note: 'Si ce n’était pas vous, choisissez un autre mot de passe et configurez à nouveau un second facteur.',
    },
    recovery_code_used: {
      subject: 'Un code de secours a été utilisé',
      title: 'Un code de secours a été utilisé',
      text: 'quelqu’un, sans doute vous, vient d’utiliser l’un de vos codes de secours. Il ne fonctionne plus.',
      link: 'Ce n’était pas moi : choisir un autre mot de passe',
      note: 'La page de sécurité en crée de nouveaux quand il en reste peu.',
    },
  },
};
