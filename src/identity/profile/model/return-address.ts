import { isIP } from 'node:net';
import type { Environment } from '../../model/api-key.ts';
import { isLocalhost } from '../../../platform/security/localhost.ts';

const addressLengthMax = 2_000;
/** The parameter that carries the outcome: an address must not come with one of its own. */
export const RESULT_PARAMETER = 'bly_result';

/** Why an address is none that a checkout may lead back to; undefined for one that is. */
export function findReturnProblem(
  text: string,
  { hosts, environment }: { readonly hosts: readonly string[]; readonly environment: Environment },
): string | undefined {
  if (text.length > addressLengthMax) return `must not be longer than ${addressLengthMax} characters`;
  const url = URL.parse(text);
  // What a browser would read differently from what was written (spaces, backslashes, tabs) is refused, not mended.
  if (url === null || /[\s\\\p{C}]/u.test(text)) return 'is no web address';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or a password';
  if (url.hash !== '') return 'must not hold a fragment';
  if (url.searchParams.has(RESULT_PARAMETER)) return `must not hold ${RESULT_PARAMETER}, which is added to it`;
  // Only a sandbox leads back to this machine, and there without its being listed.
  if (environment === 'sandbox' && url.protocol === 'http:' && isLocalhost(url.hostname)) return undefined;
  if (url.protocol !== 'https:')
    return environment === 'sandbox' ? 'must begin with https:// (or http://localhost)' : 'must begin with https://';
  return hosts.includes(url.host)
    ? undefined
    : `leads to ${url.host}, which is not in return_hosts of your organization (PUT /v1/organization)`;
}

/** Why a text is no host that may be listed; undefined for one that may. Exact names only, no wildcards. */
export function findHostProblem(text: string): string | undefined {
  const url = URL.parse(`https://${text}`);
  if (url === null || url.host !== text || !/^[a-z0-9.:-]+$/.test(text))
    return 'must be a host alone, in lower case: shop.example.com';
  if (isIP(url.hostname) !== 0) return 'must be a name, not an address';
  if (!url.hostname.includes('.') || url.hostname.endsWith('.') || url.hostname.endsWith('.localhost'))
    return 'must be a public name: shop.example.com';
  return undefined;
}
