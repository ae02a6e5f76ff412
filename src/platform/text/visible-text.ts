/**
 * Control characters, characters that turn the text around them, line separators, and characters that are invisible
 * (zero-width space, byte order mark, tag characters …), with which two names look alike and differ. Not the two
 * zero-width joiners: Persian, Hindi and others are not spelt without them.
 */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;

/** Whether everything in a text can be seen. */
export function isVisible(text: string): boolean {
  return !UNSEEN.test(text);
}
