import { expect, test } from 'vitest';
import { judgePassword, normalPassword, type PasswordProblem } from './password.ts';

const own = ['maria.oliveira@acme-travel.example', 'María Oliveira'];

test.each<readonly [string, PasswordProblem | undefined]>([
  ['short', 'too_short'],
  ['elevenchars', 'too_short'],
  ['日本語日本語', 'too_short'],
  ['x'.repeat(257), 'too_long'],
  ['password1234', 'common'],
  ['P@ssw0rd2024!', 'common'],
  ['Qwertyuiop123', 'common'],
  ['123456789012', 'common'],
  ['letmeinletmein', 'common'],
  ['correcthorsebatterystaple', 'common'],
  ['summer-winter-99', 'common'],
  ['!!!!!!!!!!!!!', 'common'],
  ['aaaaaaaaaaaa', 'simple'],
  ['abababababab', 'simple'],
  ['abcdefghijklm', 'simple'],
  ['mnbvcxzlkjhg', 'simple'],
  ['tulip9tulip9tulip9', 'simple'],
  ['oliveira1985', 'own_words'],
  ['AcmeTravel42!', 'own_words'],
  ['Maria.Oliveira1', 'own_words'],
  ['oliveira and nine green lamps', undefined],
  ['nine green lamps hum', undefined],
  ['zR4!kq9vTw2pLm', undefined],
  ['月が綺麗ですね今夜は散歩へ', undefined],
])('%s: %s', (password, problem) => {
  expect(judgePassword(password, own)).toBe(problem);
});

test('a letter composed on one keyboard and put together on another is the same password', () => {
  expect(normalPassword('caf\u00e9 au lait noir')).toBe(normalPassword('cafe\u0301 au lait noir'));
});
