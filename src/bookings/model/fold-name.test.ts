import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldLetters, foldName } from './fold-name.ts';

/** Any text: letters of every script, marks on their own, emoji. */
const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));

describe('foldName', () => {
  test('accents, case, spaces, hyphens and apostrophes make no difference', () => {
    expect(foldName("O'Brien")).toBe('OBRIEN');
    expect(foldName('o’brien')).toBe('OBRIEN');
    expect(foldName('Ó Brien')).toBe('OBRIEN');
    expect(foldName('Lefèvre-Dupont')).toBe(foldName('LEFEVRE DUPONT'));
    expect(foldName('Groß')).toBe(foldName('GROSS'));
    expect(foldName('Παπαδόπουλος')).toBe(foldName('ΠΑΠΑΔΟΠΟΥΛΟΣ'));
    expect(foldName('İpek')).toBe(foldName('ipek'));
    expect(foldName('de\u00adGaulle')).toBe('DEGAULLE');
  });

  test.each([
    ['Bly-Østergård', 'bly ostergard'],
    ['Großmann-Łukasz', 'GROSSMANN-LUKASZ'],
    ['Đorđević', 'dordevic'],
    ['Ħal-Għaxaq', 'HAL GHAXAQ'],
    ['Ærø', 'aero'],
    ['Lœuillet', 'LOEUILLET'],
    ['Þórðarson', 'Thordarson'],
    ['Guðrúnardóttir', 'gudrunardottir'],
    ['Yıldız', 'YILDIZ'],
    ['Eriksen Bårŋŧ', 'eriksen-barnt'],
    ['Ǿrsted', 'orsted'],
  ])('%s is found as %s, in capitals and in small letters', (name, typed) => {
    expect(foldName(name)).toBe(foldName(typed));
    expect(foldName(name.toLowerCase())).toBe(foldName(typed));
    expect(foldName(name.toUpperCase())).toBe(foldName(typed));
  });

  test('a name that was folded and stored before with its own letters is the same name', () => {
    expect(foldLetters('BLYØSTERGARD')).toBe(foldName('Bly-Østergård'));
    expect(foldLetters('GROSSMANNŁUKASZ')).toBe(foldName('Großmann-Łukasz'));
    expect(foldLetters('ĐÐĦŊŦÆŒÞ')).toBe('DDHNTAEOETH');
    // What an erased booking is stored under stays out of reach.
    expect(foldLetters('- erased')).toBe('- erased');
  });

  test('letters that are not accented forms stay different', () => {
    expect(foldName('Müller')).not.toBe(foldName('Mueller'));
    expect(foldName('山田')).not.toBe(foldName('山口'));
    expect(foldName('Smith')).not.toBe(foldName('Smyth'));
  });

  test('a name of separators alone matches only itself', () => {
    expect(foldName('-')).toBe('-');
    expect(foldName('-')).not.toBe(foldName("'"));
    expect(foldName('   ')).toBe('');
  });

  test('folding twice changes nothing more', () => {
    fc.assert(fc.property(text, (name) => foldName(foldName(name)) === foldName(name)));
  });

  test('case never matters', () => {
    // Every name has a letter here: one of separators alone is compared as it stands.
    fc.assert(fc.property(text, (name) => foldName(`${name}x`.toUpperCase()) === foldName(`${name}x`)));
  });

  test('separators anywhere in a name never matter', () => {
    const letters = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ]{2,12}$/);
    fc.assert(
      fc.property(
        letters,
        letters,
        fc.constantFrom(' ', '-', "'", '’', '‐', '\u00a0', '\u200b'),
        (a, b, separator) => foldName(`${a}${separator}${b}`) === foldName(a + b),
      ),
    );
  });

  test('composed and decomposed spellings are one name', () => {
    fc.assert(
      fc.property(text, (name) => foldName(`${name}x`.normalize('NFD')) === foldName(`${name}x`.normalize('NFC'))),
    );
  });
});
