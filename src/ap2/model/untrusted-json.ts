import type { JsonObject } from '../../platform/text/json-object.ts';

const BASE64URL = /^[\w-]+$/;

/** What base64url of JSON holds; undefined for anything else. */
export function readJson(encoded: string): unknown {
  if (!BASE64URL.test(encoded)) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64url')));
  } catch {
    return undefined;
  }
}

/** A member that is a text; undefined otherwise. */
export function textOf(object: JsonObject, member: string): string | undefined {
  const value = Object.hasOwn(object, member) ? object[member] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** A member that is a time in whole seconds since 1970; undefined otherwise. */
export function secondsOf(object: JsonObject, member: string): number | undefined {
  const value = Object.hasOwn(object, member) ? object[member] : undefined;
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}
