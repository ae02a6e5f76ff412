/** Where people land who came from nowhere in particular. */
export const homePath = '/account';

/** What an application asks for at /oauth/auth comes along whole, its state included. */
const LENGTH_MAX = 8_000;
/** Resolved against a host that nobody has: whatever leads elsewhere is seen to. */
const ANY_ORIGIN = 'http://own.invalid';
/**
 * Printable ASCII without a backslash, which browsers read as a slash: everything else stands percent-encoded in an
 * honest address.
 */
const PLAIN = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;
/** A slash, backslash or control character in disguise within the path, once or twice encoded: a proxy may undo it. */
const DISGUISED = /%(?:25)*(?:2f|5c|0[0-9a-f]|1[0-9a-f]|7f)/i;

/**
 * The address to go on to after signing in, when it is one of this very service: a path that begins with exactly one
 * slash. Undefined for everything a browser or a proxy could be led elsewhere by.
 */
export function readReturnTo(text: string | undefined): string | undefined {
  if (text === undefined || text.length > LENGTH_MAX || !PLAIN.test(text) || !URL.canParse(text, ANY_ORIGIN))
    return undefined;
  const url = new URL(text, ANY_ORIGIN);
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Dots are resolved by browsers: what they come to counts, and it must still begin with one slash.
  if (url.origin !== ANY_ORIGIN || path.startsWith('//') || DISGUISED.test(url.pathname)) return undefined;
  return path;
}
