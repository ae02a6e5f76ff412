/** A hotel's name as it is compared with another supplier's. */
export interface ComparableName {
  /** Its words without accents, suffixes of groups and words that say nothing; `ß` is `ss`. */
  readonly terms: readonly string[];
  /** All its words: what is compared where nothing else would be left. */
  readonly allTerms: readonly string[];
  /** Words of the city's name, which say nothing in the name of a hotel there. */
  readonly cityTerms: ReadonlySet<string>;
  /** Numbers in it, without leading zeros: `Pod 51` and `Pod 39` are two hotels. */
  readonly numbers: ReadonlySet<string>;
  /** Words by which two hotels of one brand or one building differ: `budget`, `residence`. */
  readonly telling: ReadonlySet<string>;
}

/** What groups and brands append to a name: `a Luxury Collection Hotel`, `by Marriott`. */
const SUFFIXES: readonly RegExp[] = [
  /(?<=.)\ban? [a-z ]{2,30} (?:managed )?(?:hotel|resort)\b/g,
  /\b(?:autograph|luxury|curio|tapestry|trademark|handwritten|ascend|signature|dorchester|tribute|registry) (?:collection|portfolio)(?: by [a-z]+(?: [a-z]+)?)?\b/g,
  /\bby (?:marriott|hilton|hyatt|ihg|wyndham|accor|radisson|sheraton|melia|sofitel|best western|choice)\b/g,
  /\b(?:mgallery|worldhotels|small luxury hotels|leading hotels of the world|preferred hotels)\b/g,
];

/** Words that say nothing about which hotel it is, in the languages hotels are named in. */
const NOISE: ReadonlySet<string> = new Set(
  (
    'hotel hotels hotell otel albergo the a an and in on of by e y und et de des du la le les l d el los las del da ' +
    'do dos das der die den am im zum zur hostel hostal spa wellness casino restaurant bar boutique luxury design city ' +
    'centre center central centrum centro zentrum downtown'
  ).split(' '),
);

/**
 * Kinds of house and lines of a brand; `at`, as in `Nobu Hotel at Caesars Palace`. Where one name alone has such a word
 * there are two hotels.
 */
const TELLING: ReadonlySet<string> = new Set(
  (
    'budget styles express inn suites suite residence residences apartment apartments aparthotel apart flats studios ' +
    'garden gardens plaza park place regency premium select plus villa villas lodge annex annexe dependance tower ' +
    'towers wing terminal court house living club east west north south nord sud ost collection pension garni at'
  ).split(' '),
);

const ROMAN: Readonly<Record<string, string>> = { ii: '2', iii: '3', iv: '4' };
const STARS = /\b[1-5]\s?\*+|\*+/g;
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i' };

/** Takes a name apart, of a hotel in this city. */
export function comparableName(name: string, cityName: string): ComparableName {
  const all = wordsOf(SUFFIXES.reduce((text, suffix) => text.replace(suffix, ' '), foldText(name)));
  const allTerms = all.filter((word) => !isNumber(word));
  return {
    terms: allTerms.filter((word) => !NOISE.has(word)),
    allTerms,
    cityTerms: new Set(wordsOf(foldText(cityName))),
    numbers: new Set(all.filter(isNumber).map((word) => String(Number(word)))),
    telling: new Set(allTerms.filter((word) => TELLING.has(word))),
  };
}

function isNumber(word: string): boolean {
  return /^\d+$/.test(word);
}

function foldText(text: string): string {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  return folded
    .replace(/[ßøæœłđı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(STARS, ' ')
    .replace(/['’`´]s\b/g, 's')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function wordsOf(text: string): readonly string[] {
  return text.split(' ').flatMap((word) => (word === '' ? [] : [ROMAN[word] ?? word]));
}
