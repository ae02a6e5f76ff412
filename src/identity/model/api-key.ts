import { hash } from 'node:crypto';
import type { Scope } from '../../context.ts';
import { randomText } from '../../platform/ids.ts';

/** Which of the two isolated worlds a process, a database and a key belong to. */
export type Environment = 'sandbox' | 'production';

/** What a key may do when it was made without a list of its own. */
export const ALL_SCOPES: readonly Scope[] = ['search', 'book', 'manage'];

/** Random base62 characters of a key: 190 bits. */
const secretLength = 32;
/**
 * `bly_`, the environment's letter, and four characters: enough to distinguish keys, nothing that helps to guess one.
 */
const prefixLength = 9;
const LETTERS = { sandbox: 's', production: 'p' } as const satisfies Record<Environment, string>;
const KEY_PATTERN = /^bly_([sp])[0-9A-Za-z]{32,}$/;

/** What a new key starts with (contract, section 4). */
export const newKeyQuotaCalls = 1_000;
export const newKeyRate = { perSecond: 25, burst: 100 } as const;

/** Live keys of one organization. The command line may make more: the operator is not bound by it. */
export const keysMax = 100;

/** A fresh key in full. Shown once, never stored. */
export function newApiKeyText(environment: Environment): string {
  return `bly_${LETTERS[environment]}${randomText(secretLength)}`;
}

/** What is stored of a key. */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** The part of a key that may be shown afterwards. */
export function prefixOfApiKey(key: string): string {
  return key.slice(0, prefixLength);
}

/** True for a well-formed key of the other environment, which needs no look-up to be refused. */
export function isOfOtherEnvironment(key: string, environment: Environment): boolean {
  const letter = KEY_PATTERN.exec(key)?.[1];
  return letter !== undefined && letter !== LETTERS[environment];
}

/** Whether a credential claims to be a key of ours; everything else is a token. */
export function isApiKeyText(text: string): boolean {
  return text.startsWith('bly_');
}
