import type { HomeMessages } from '../wording.ts';

/** French. */
export const fr: HomeMessages = {
  home: {
    tab: 'API de vente de voyages',
    title: 'Vols, hôtels et voitures dans une seule API',
    description: 'Rechercher vols, hôtels et voitures, les vendre en un seul voyage et gérer ce qui est réservé.',
    text: 'Recherchez, composez un voyage, encaissez un seul paiement, puis modifiez ou annulez. Ceci est le service lui-même : votre clé fonctionne à cette adresse.',
    quickStart: 'Démarrage rapide',
    reference: 'Référence de l’API',
    firstCall: 'Votre premier appel',
    firstCallText: 'Collez ceci dans un terminal. La réponse : des vols avec des prix réservables.',
    explainKey:
      'Le premier démarrage a affiché la clé API ou indiqué son fichier ; un compte permet d’en créer d’autres.',
    more: 'Et ensuite',
    cards: {
      docs: {
        title: 'Documentation',
        text: 'Des guides de la première recherche au remboursement, chaque opération, chaque erreur (en anglais).',
      },
      explore: {
        title: 'Demande de voyage',
        text: 'Où l’on cherche et réserve : sur une carte, en listes et dans le temps.',
      },
      signUp: { title: 'Créer un compte', text: 'Clés API, membres et applications, dans le navigateur.' },
      signIn: { title: 'Se connecter', text: 'Clés API, membres et applications, dans le navigateur.' },
      manage: {
        title: 'Gérer une réservation',
        text: 'Pour les voyageurs : retrouver, modifier, annuler ou imprimer une réservation.',
      },
      agents: { title: 'Pour les agents IA', text: 'Chaque opération comme outil du Model Context Protocol.' },
    },
    version: 'Version',
    health: 'État',
    contract: 'Document OpenAPI',
  },
  testMode: 'Bac à sable. Rien n’est vraiment réservé ici et aucun argent réel ne circule.',
  error: {
    title: 'Cette page ne peut pas être affichée',
    missingTitle: 'Rien à cette adresse',
    missing: 'Vérifiez le lien reçu ou partez de la page d’accueil.',
    failed: 'Une erreur est survenue de notre côté. Veuillez réessayer dans un instant.',
    refused: 'La demande n’a pas pu être acceptée. Revenez en arrière et réessayez.',
    reference: 'Référence',
    home: 'Aller à l’accueil',
    booking: 'Retrouver une réservation',
  },
};
