/**
 * ASCII, Latin-1 and Latin Extended-A letters without the ligatures and the old letters that airlines cannot print,
 * space, hyphen and apostrophe; 20 characters at most.
 */
const NAME = /^(?![×÷])(?:(?![ÆæĲĳŒœÞð×÷])[A-Za-z\u00C0-\u017F '-]){1,20}$/u;

/** Whether Duffel takes a text as a given or family name. */
export function isDuffelName(text: string): boolean {
  return NAME.test(text) && text.trim() !== '';
}
