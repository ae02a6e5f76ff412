import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import type { SmtpServer } from '../../../src/platform/config-smtp.ts';

/** A mail as it arrived. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  /** By lower-case name, unfolded and decoded. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
}

/** What the server refuses from now on, and with which code; the message names the address, as servers do. */
export type Refusing = { readonly at: 'sender' | 'recipient' | 'content'; readonly code: number };

/** Somebody's mail server, for real, on a port of its own. */
export interface MailServer {
  readonly smtp: SmtpServer;
  readonly received: readonly ReceivedMail[];
  /** How many recipients were offered, taken or not. */
  readonly offered: () => number;
  refuse(refusing: Refusing | undefined): void;
  close(): Promise<void>;
}

/** Starts a server that takes everything until told otherwise; with `login` only from who knows it. */
export async function startMailServer(
  options: { readonly login?: { readonly user: string; readonly password: string } } = {},
): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let refusing: Refusing | undefined;
  let offered = 0;
  const { login } = options;
  const judge = (at: Refusing['at'], address: string): Error | null =>
    refusing?.at === at
      ? Object.assign(new Error(`<${address}> is not welcome here`), { responseCode: refusing.code })
      : null;
  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: login === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.password
        ? done(null, { user: username })
        : done(new Error('wrong')),
    onMailFrom: ({ address }, _session, done) => done(judge('sender', address)),
    onRcptTo: ({ address }, _session, done) => {
      offered += 1;
      done(judge('recipient', address));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const problem = judge('content', to[0] ?? '');
        if (problem === null)
          received.push({
            from: addressOf(session.envelope.mailFrom),
            to,
            ...readMail(Buffer.concat(chunks).toString('utf8')),
          });
        done(problem);
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  return {
    smtp: { host: '127.0.0.1', port: address.port, isImplicitTls: false, user: login?.user, password: login?.password },
    received,
    offered: () => offered,
    refuse(next) {
      refusing = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Reads a message with a plain and an HTML part. */
export function readMail(raw: string): Pick<ReceivedMail, 'raw' | 'headers' | 'text' | 'html'> {
  const headers = readHeaders(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const parts = raw.split(`--${boundary}`).slice(1, -1);
  const partOf = (type: string): string =>
    decodePart(parts.find((part) => part.includes(`Content-Type: ${type}`)) ?? '');
  return { raw, headers, text: partOf('text/plain'), html: partOf('text/html') };
}

function readHeaders(raw: string): Readonly<Record<string, string>> {
  const [head = ''] = raw.split(/\r?\n\r?\n/, 1);
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
    }),
  );
}

/** RFC 2047. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, content: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(content, 'base64').toString('utf8')
        : decodeQuoted(content.replaceAll('_', ' ')),
    );
}

function decodePart(part: string): string {
  const body = part
    .replace(/^\s+/, '')
    .split(/\r?\n\r?\n/)
    .slice(1)
    .join('\n\n');
  if (/Content-Transfer-Encoding: base64/i.test(part)) return Buffer.from(body, 'base64').toString('utf8');
  return /Content-Transfer-Encoding: quoted-printable/i.test(part) ? decodeQuoted(body) : body;
}

function decodeQuoted(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function addressOf(mailFrom: { readonly address: string } | false): string {
  return mailFrom === false ? '' : mailFrom.address;
}
