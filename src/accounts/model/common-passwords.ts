/**
 * Words that long passwords on every published list begin with. Few passwords of twelve characters are common in themselves:
 * they are a common word, written twice or lengthened by digits and signs. Written for this project, lower case.
 */
const STEMS = new Set([
  'password', 'passwort', 'motdepasse', 'contrasena', 'contraseña', 'passw0rd', 'p@ssword', 'p@ssw0rd', 'pass', 'qwerty', 'qwertz', 'azerty', 'qwertyuiop', 'asdfgh', 'asdfghjkl', 'zxcvbnm',
  'letmein', 'welcome', 'willkommen', 'bienvenue', 'bienvenido', 'admin', 'administrator', 'root', 'login', 'user', 'test', 'testing', 'default', 'changeme', 'secret', 'geheim', 'master', 'access',
  'iloveyou', 'jetaime', 'ichliebedich', 'teamo', 'sunshine', 'princess', 'dragon', 'monkey', 'football', 'baseball', 'basketball', 'soccer', 'hockey', 'superman', 'batman', 'spiderman', 'starwars', 'pokemon',
  'shadow', 'michael', 'jennifer', 'jordan', 'charlie', 'daniel', 'ashley', 'nicole', 'jessica', 'computer', 'internet', 'samsung', 'google', 'facebook', 'whatever', 'trustno', 'freedom', 'hello', 'helloworld',
  'correcthorsebatterystaple', 'january', 'february', 'march', 'april', 'june', 'july', 'august', 'september', 'october', 'november', 'december', 'spring', 'summer', 'autumn', 'winter', 'sommer', 'monday', 'friday', 'sunday',
  'liverpool', 'chelsea', 'arsenal', 'barcelona', 'realmadrid', 'juventus', 'ferrari', 'mercedes', 'corvette', 'mustang', 'harley', 'yankees', 'cowboys', 'flower', 'butterfly', 'chocolate', 'cookie', 'cheese', 'purple', 'orange',
  'travel', 'booking', 'flight', 'hotel', 'company', 'business', 'bly', 'blytravel', 'mypassword', 'newpassword', 'yourpassword', 'thisismypassword', 'iamthebest', 'abc', 'abcdef', 'qazwsx', 'qazwsxedc', 'temporary', 'temp',
]);
/** What people put in place of letters, undone. */
const SWAPS: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' };

/** Whether a password, in small letters, is one of those that are tried first. */
export function isCommonPassword(folded: string): boolean {
  return [folded, folded.replace(/[@431!0$57]/g, (sign) => SWAPS[sign] ?? sign)].some(isLengthenedStem);
}

/** A common word or two (or the same one again) with nothing but digits and signs around them. */
function isLengthenedStem(text: string): boolean {
  const bare = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (bare === '') return true;
  if (STEMS.has(bare)) return true;
  const words = bare.split(/[^\p{L}]+/u).filter((word) => word !== '');
  if (words.length <= 2 && words.every((word) => STEMS.has(word))) return true;
  for (let at = 3; at <= bare.length - 3; at += 1) if (STEMS.has(bare.slice(0, at)) && STEMS.has(bare.slice(at))) return true;
  return false;
}
