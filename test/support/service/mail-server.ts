import { once } from 'node:events';
import PostalMime, { decodeWords } from 'postal-mime';
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
  readonly attachments: readonly {
    readonly name: string;
    readonly type: string;
    readonly disposition: string;
    readonly content: Buffer;
  }[];
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
        if (problem !== null) return done(problem);
        readMail(Buffer.concat(chunks).toString('utf8')).then((mail) => {
          received.push({ from: addressOf(session.envelope.mailFrom), to, ...mail });
          done(null);
        }, done);
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

/** Reads a message as a mail program does. */
export async function readMail(
  raw: string,
): Promise<Pick<ReceivedMail, 'raw' | 'headers' | 'text' | 'html' | 'attachments'>> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' });
  const headers: Record<string, string> = {};
  for (const { key, value } of mail.headers) headers[key.toLowerCase()] ??= decodeWords(value);
  return {
    raw,
    headers,
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments.map(({ filename, mimeType, disposition, content }) => ({
      name: filename ?? '',
      type: mimeType,
      disposition: disposition ?? '',
      content: Buffer.from(new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content)),
    })),
  };
}

function addressOf(mailFrom: { readonly address: string } | false): string {
  return mailFrom === false ? '' : mailFrom.address;
}
