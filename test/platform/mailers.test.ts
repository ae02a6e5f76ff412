import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, describe, expect, test } from 'vitest';
import { composeMessage } from '../../src/platform/mail/compose-message.ts';
import type { MailMessage } from '../../src/platform/mail/mailer.ts';
import { createOutboxMailer } from '../../src/platform/mail/outbox-mailer.ts';
import { createSmtpMailer } from '../../src/platform/mail/smtp-mailer.ts';
import { createMessageWriter } from '../../src/platform/mail/write-message.ts';
import { type MailServer, readMail, startMailServer } from '../support/service/mail-server.ts';

const FROM = 'Bly Reisen <trips@bly.example>';
const aMessage = (part: Partial<MailMessage> = {}): MailMessage => ({
  id: 'evt_1.confirmed',
  to: 'nellie@example.com',
  subject: 'Ihre Bestätigung 予約',
  text: 'Grüße\n',
  html: '<p>Grüße</p>',
  language: 'de',
  ...part,
});
const never = new AbortController().signal;
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close();
});

async function serve(options: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  opened.push(server);
  return server;
}

describe('a mail by SMTP', () => {
  test('arrives as text and HTML, in its language, under an id that a second copy has too', async () => {
    const server = await serve();
    const mailer = createSmtpMailer(server.smtp, FROM);
    expect(await mailer.send(aMessage(), never)).toEqual({ kind: 'sent' });
    expect(await mailer.send(aMessage(), never)).toEqual({ kind: 'sent' });
    const [first, second] = server.received;
    expect(first).toMatchObject({
      from: 'trips@bly.example',
      to: ['nellie@example.com'],
      text: expect.stringContaining('Grüße'),
      html: expect.stringContaining('<p>Grüße</p>'),
    });
    expect(first?.headers).toMatchObject({
      from: 'Bly Reisen <trips@bly.example>',
      to: 'nellie@example.com',
      subject: 'Ihre Bestätigung 予約',
      'message-id': '<evt_1.confirmed@bly.example>',
      'auto-submitted': 'auto-generated',
      'content-language': 'de',
    });
    expect(second?.headers['message-id']).toBe('<evt_1.confirmed@bly.example>');
    expect(first?.raw).not.toMatch(/nodemailer/i);
  });

  test.each([
    ['recipient', 550, { kind: 'rejected', reason: 'EENVELOPE 550' }],
    ['content', 554, { kind: 'rejected', reason: 'EMESSAGE 554' }],
    ['recipient', 451, { kind: 'failed', reason: 'EENVELOPE 451' }],
    ['content', 452, { kind: 'failed', reason: 'EMESSAGE 452' }],
    // The sender is ours to put right: not the mail's fault.
    ['sender', 550, { kind: 'failed', reason: 'EENVELOPE 550' }],
  ] as const)('a %s refused with %i is told by its code, without what the server said', async (at, code, outcome) => {
    const server = await serve();
    server.refuse({ at, code });
    expect(await createSmtpMailer(server.smtp, FROM).send(aMessage(), never)).toEqual(outcome);
    expect(server.received).toEqual([]);
  });

  test('a server that is not there, and a login that is wrong, may be put right', async () => {
    const gone = await startMailServer();
    await gone.close();
    expect(await createSmtpMailer(gone.smtp, FROM).send(aMessage(), never)).toMatchObject({ kind: 'failed' });
    const server = await serve({ login: { user: 'bly', password: 'right' } });
    expect(await createSmtpMailer({ ...server.smtp, password: 'wrong' }, FROM).send(aMessage(), never)).toEqual({
      kind: 'failed',
      reason: 'EAUTH 535',
    });
    expect(await createSmtpMailer(server.smtp, FROM).send(aMessage(), never)).toEqual({ kind: 'sent' });
  });

  test.each([
    'nellie@example.com\r\nBcc: all@example.com',
    'a@example.com, b@example.com',
    'a@example.com;b@example.com',
    'Nellie <nellie@example.com>',
    '"x y"@example.com',
    'nobody',
    '',
  ])('%j is no address and is never offered to a server', async (to) => {
    const server = await serve();
    expect(await createSmtpMailer(server.smtp, FROM).send(aMessage({ to }), never)).toEqual({
      kind: 'rejected',
      reason: 'address_invalid',
    });
    expect(server.offered()).toBe(0);
  });

  test('a line break in a subject begins no header', async () => {
    const server = await serve();
    await createSmtpMailer(server.smtp, FROM).send(
      aMessage({ subject: 'Booked\r\nBcc: all@example.com\r\n\r\nHello' }),
      never,
    );
    expect(server.received[0]?.headers).toMatchObject({ subject: 'Booked Bcc: all@example.com Hello' });
    expect(server.received[0]?.headers['bcc']).toBeUndefined();
    expect(server.received[0]?.to).toEqual(['nellie@example.com']);
  });

  test('stops when it is told to', async () => {
    const server = await serve();
    await expect(
      createSmtpMailer(server.smtp, FROM).send(aMessage(), AbortSignal.abort(new Error('stopping'))),
    ).rejects.toThrow('stopping');
    expect(server.received).toEqual([]);
  });
});

describe('the outbox', () => {
  const makeFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'bly-outbox-'));
    opened.push({ close: () => rm(folder, { recursive: true, force: true }) });
    return join(folder, 'outbox');
  };

  test('holds what a server would have been given and what a traveler would see, for this user alone', async () => {
    const folder = makeFolder();
    expect(await createOutboxMailer(folder, FROM).send(aMessage(), never)).toEqual({ kind: 'sent' });
    expect(readdirSync(folder).sort()).toEqual(['evt_1.confirmed.eml', 'evt_1.confirmed.html']);
    expect(await readMail(readFileSync(join(folder, 'evt_1.confirmed.eml'), 'utf8'))).toMatchObject({
      headers: {
        to: 'nellie@example.com',
        subject: 'Ihre Bestätigung 予約',
        'message-id': '<evt_1.confirmed@bly.example>',
      },
      text: expect.stringContaining('Grüße'),
    });
    expect(readFileSync(join(folder, 'evt_1.confirmed.html'), 'utf8')).toBe('<p>Grüße</p>');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['', 'Grüße\n', '<p>Grüße</p>'],
    ['long lines', 'word '.repeat(300), `<p>${'ü = '.repeat(400)}</p>\n`],
    ['another alphabet', '日本語\n'.repeat(80), '<p>日本語のお知らせ</p>'],
    ['ends of lines', 'trailing \t \n.\n..dots\r\nnext\rthird\n\n', '<p>\n</p>'],
    ['short and plain', 'Hello', '<p>Hello</p>'],
    ['no HTML', 'Hello', ''],
  ])('writes to the byte what the library would have streamed: %s', async (_what, text, html) => {
    const message = aMessage({
      text,
      html,
      subject: 'Ihre Bestätigung – 予約が確認されました: 東京から大阪へのフライトについてのお知らせ',
    });
    const composed = composeMessage(message, FROM) ?? {};
    const { message: streamed } = await createTransport({
      streamTransport: true,
      buffer: true,
      newline: 'unix',
    }).sendMail({ ...composed });
    // The boundary is chosen at random, the date is now.
    const plain = (raw: string) =>
      raw.replaceAll(/^boundary$|(?<=boundary=")[^"]+|--_NmP[^\s"]*|(?<=^Date: ).*$/gm, '…');
    expect(plain((await createMessageWriter())(composed))).toBe(plain(String(streamed)));
  });

  test('keeps one file of a mail that comes twice, and the newest thousand of all', async () => {
    const folder = makeFolder();
    const mailer = createOutboxMailer(folder, FROM);
    await mailer.send(aMessage(), never);
    await mailer.send(aMessage(), never);
    expect(readdirSync(folder)).toHaveLength(2);
    for (let index = 0; index < 1_000; index += 1)
      await mailer.send(aMessage({ id: `evt_2${String(index).padStart(4, '0')}.failed` }), never);
    const kept = readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .sort();
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([1_000, 'evt_20000.failed.eml', 'evt_20999.failed.eml']);
    expect(readdirSync(folder).filter((name) => name.endsWith('.html'))).toHaveLength(1_000);
  });
});
