import type { DecisionMessages } from '../wording.ts';

/** French. */
export const fr: DecisionMessages = {
  title: 'Demandes qui vous attendent',
  text: 'Remboursements et modifications qu’aucun système ne peut terminer seul, les plus anciens d’abord.',
  none: 'Rien ne vous attend.',
  whoDecides: 'Un propriétaire ou un administrateur de l’organisation décide.',
  waitsFor: {
    decision: 'Attend votre décision',
    charge: 'Annulé et facturé ; attend votre décision',
    money: 'De l’argent est à transférer à la main',
    supplier: 'Le personnel du fournisseur décide',
  },
  decided: {
    cancel: 'L’annulation est en cours ; le remboursement suit automatiquement.',
    refund: 'Le remboursement suit automatiquement.',
    decline: 'Refusé. La réservation reste valable.',
    settled: 'C’est réglé à la main.',
  },
  problems: {
    amount_invalid: 'Saisissez le montant en chiffres, avec un point ou une virgule avant les décimales.',
    reason_missing: 'Dites en une phrase pourquoi c’est refusé.',
    refused:
      'Impossible : c’est plus que ce qui peut être rendu, ou une autre opération est en cours sur la réservation.',
    gone: 'Cette demande n’attend plus de décision.',
  },
  since: (moment) => `Depuis ${moment}`,
  why: 'Raison',
  traveler: 'Voyageur principal',
  contact: 'Contact',
  product: 'Vendu',
  supplier: 'Fournisseur',
  order: 'Commande et numéro de confirmation',
  paid: 'Payé',
  agreed: 'Remboursement convenu',
  guidance:
    'Demandez à la compagnie ou au fournisseur ce qui est remboursé avant de décider. Si vous acceptez, la commande y est annulée et le voyageur reçoit le montant saisi, même si rien ne vous revient. Si le fournisseur annonce entre-temps un montant plus petit, rien n’est annulé.',
  guidanceCharged:
    'Le fournisseur a annulé la commande et facturé ce que ses conditions ne disent pas. On lui redemande régulièrement s’il le rend ; le remboursement convenu part alors automatiquement. Vous n’avez pas à attendre : le voyageur reçoit le montant saisi, et ce que le fournisseur rend plus tard vous revient. Un montant inférieur à ce qui était convenu, c’est à vous de l’expliquer au voyageur.',
  guidanceByHand:
    'L’argent n’a pas pu être transféré : le prestataire de paiement a refusé de le rendre, ou rien n’a été payé pour l’échange. Transférez-le à la main, chez le prestataire ou par virement, puis dites ici comment. Ce qui a été rendu compte alors comme remboursé, et le voyageur reçoit un e-mail.',
  refund: (currency) => `Remboursement au voyageur, en ${currency}`,
  refundHint: (max) => `Au plus ${max}. 0 annule sans remboursement.`,
  refundHintCharged: (max) => `Au plus ${max}. 0 y met fin sans remboursement.`,
  cancel: 'Annuler la commande et rembourser',
  giveBack: 'Rembourser',
  reason: 'Raison, si vous refusez',
  reasonHint: 'Le voyageur le lit dans un message.',
  decline: 'Refuser ; la réservation reste valable',
  byHand: 'Comment il a été transféré',
  byHandHint: 'Pour le journal d’audit seulement.',
  settle: 'Indiquer que c’est réglé à la main',
};
