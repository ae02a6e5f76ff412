import type { UserRole } from '../../src/platform/security/roles.ts';
import type { PageLanguage } from '../checkout/messages.ts';

/** What only the mail of an invitation says. Once per language: a missing one does not compile. */
export interface InvitationMessages {
  readonly subject: (organization: string) => string;
  readonly title: string;
  /** `inviter` is undefined where nobody's name is known any more. */
  readonly text: (organization: string, inviter: string | undefined) => string;
  readonly roles: Readonly<Record<UserRole, string>>;
  readonly accept: string;
  readonly until: (date: string) => string;
  readonly why: string;
}

const WORDS = {
  en: {
    subject: (organization) => `You are invited to ${organization}`,
    title: 'You are invited',
    text: (organization, inviter) =>
      inviter === undefined
        ? `You are invited to join ${organization} on Bly.`
        : `${inviter} invites you to join ${organization} on Bly.`,
    roles: {
      owner: 'You will be an owner: you manage its members and API keys.',
      member: 'You will be a member: you manage its API keys.',
      admin: 'You will be an admin: you run it, its keys and its bookings.',
      support: 'You will be in support: you look after its bookings.',
      read_only: 'You will see its bookings and its settings, and change nothing.',
    },
    accept: 'Accept the invitation',
    until: (date) => `The link works once, until ${date}.`,
    why: 'You get this mail because somebody entered this address. If you do not know them, ignore it: nothing happens.',
  },
  fr: {
    subject: (organization) => `Invitation à rejoindre ${organization}`,
    title: 'Vous êtes invité(e)',
    text: (organization, inviter) =>
      inviter === undefined
        ? `Vous êtes invité(e) à rejoindre ${organization} sur Bly.`
        : `${inviter} vous invite à rejoindre ${organization} sur Bly.`,
    roles: {
      owner: 'Vous serez propriétaire : vous gérez les membres et les clés API.',
      member: 'Vous serez membre : vous gérez les clés API.',
      admin: 'Vous serez administrateur : vous gérez les clés API et les réservations.',
      support: 'Vous serez au service client : vous suivez les réservations.',
      read_only: 'Vous verrez les réservations et les réglages, sans rien modifier.',
    },
    accept: 'Accepter l’invitation',
    until: (date) => `Le lien fonctionne une seule fois, jusqu’au ${date}.`,
    why: 'Vous recevez ce message parce que quelqu’un a saisi cette adresse. Si vous ne connaissez pas cette personne, ignorez-le : il ne se passera rien.',
  },
  de: {
    subject: (organization) => `Einladung zu ${organization}`,
    title: 'Sie sind eingeladen',
    text: (organization, inviter) =>
      inviter === undefined
        ? `Sie sind zu ${organization} auf Bly eingeladen.`
        : `${inviter} lädt Sie zu ${organization} auf Bly ein.`,
    roles: {
      owner: 'Sie werden Inhaber: Sie verwalten Mitglieder und API-Schlüssel.',
      member: 'Sie werden Mitglied: Sie verwalten API-Schlüssel.',
      admin: 'Sie werden Administrator: Sie verwalten API-Schlüssel und Buchungen.',
      support: 'Sie werden im Kundendienst arbeiten: Sie betreuen Buchungen.',
      read_only: 'Sie sehen Buchungen und Einstellungen und ändern nichts.',
    },
    accept: 'Einladung annehmen',
    until: (date) => `Der Link gilt einmal, bis zum ${date}.`,
    why: 'Sie erhalten diese Mail, weil jemand diese Adresse eingegeben hat. Kennen Sie die Person nicht, ignorieren Sie sie: es geschieht nichts.',
  },
  es: {
    subject: (organization) => `Invitación a ${organization}`,
    title: 'Tiene una invitación',
    text: (organization, inviter) =>
      inviter === undefined
        ? `Le invitan a unirse a ${organization} en Bly.`
        : `${inviter} le invita a unirse a ${organization} en Bly.`,
    roles: {
      owner: 'Será propietario: gestiona los miembros y las claves de API.',
      member: 'Será miembro: gestiona las claves de API.',
      admin: 'Será administrador: gestiona las claves de API y las reservas.',
      support: 'Trabajará en atención al cliente: se ocupa de las reservas.',
      read_only: 'Verá las reservas y los ajustes, sin cambiar nada.',
    },
    accept: 'Aceptar la invitación',
    until: (date) => `El enlace funciona una sola vez, hasta el ${date}.`,
    why: 'Recibe este correo porque alguien introdujo esta dirección. Si no conoce a esa persona, ignórelo: no ocurrirá nada.',
  },
  ja: {
    subject: (organization) => `${organization} への招待`,
    title: '招待が届いています',
    text: (organization, inviter) =>
      inviter === undefined
        ? `Bly の ${organization} に招待されています。`
        : `${inviter} さんから、Bly の ${organization} への招待です。`,
    roles: {
      owner: 'オーナーとして参加し、メンバーと API キーを管理できます。',
      member: 'メンバーとして参加し、API キーを管理できます。',
      admin: '管理者として参加し、API キーと予約を管理できます。',
      support: 'サポート担当として参加し、予約に対応できます。',
      read_only: '予約と設定を閲覧できます。変更はできません。',
    },
    accept: '招待を承諾する',
    until: (date) => `リンクは一度だけ、${date}まで使えます。`,
    why: 'このメールは、どなたかがこのアドレスを入力したためお送りしています。心当たりがない場合は無視してください。何も起こりません。',
  },
} as const satisfies Record<PageLanguage, InvitationMessages>;

/** The words of an invitation, in a language. */
export function invitationWordsOf(language: PageLanguage): InvitationMessages {
  return WORDS[language];
}
