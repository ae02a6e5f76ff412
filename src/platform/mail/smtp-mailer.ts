import type { SmtpServer } from '../config-smtp.ts';
import { composeMessage } from './compose-message.ts';
import type { Mailer, MailOutcome } from './mailer.ts';

const CONNECTION_TIMEOUT_MS = 10_000;
/** Of silence; longer than a slow server takes to look a message over. */
const SOCKET_TIMEOUT_MS = 30_000;
const RESPONSE_BYTES_MAX = 65_536;
const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

/**
 * Sends through an SMTP server, a connection for each mail: nothing stays open that could be lost in between. A
 * password never leaves this machine without TLS; without one STARTTLS is used where the server offers it.
 */
export function createSmtpMailer(server: SmtpServer, from: string): Mailer {
  const { host, port, isImplicitTls, user, password } = server;
  const hasPassword = user !== undefined;
  const connect = async () =>
    (await import('nodemailer')).createTransport({
      host,
      port,
      secure: isImplicitTls,
      requireTLS: hasPassword && !LOOPBACK_HOSTS.includes(host),
      ...(hasPassword ? { auth: { user, pass: password ?? '' }, forceAuth: true } : {}),
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      greetingTimeout: CONNECTION_TIMEOUT_MS,
      dnsTimeout: CONNECTION_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      maxResponseSize: RESPONSE_BYTES_MAX,
      logger: false,
    });
  // The library is loaded with the first mail.
  let transport: ReturnType<typeof connect> | undefined;
  return {
    destination: { kind: 'smtp', host },
    async send(message, signal) {
      const composed = composeMessage(message, from);
      if (composed === undefined) return { kind: 'rejected', reason: 'address_invalid' };
      try {
        transport ??= connect();
        await (await transport).sendMail({ ...composed, signal });
        return { kind: 'sent' };
      } catch (error) {
        signal.throwIfAborted();
        return judgeFailure(error);
      }
    },
  };
}

/**
 * Commands whose refusal is about this mail. A refused login, greeting or sender is about us, and can be put right
 * meanwhile.
 */
const ABOUT_THE_MAIL: readonly string[] = ['RCPT TO', 'DATA'];

function judgeFailure(error: unknown): MailOutcome {
  const { code, command, responseCode, permanent } = readFailure(error);
  const reason = responseCode === undefined ? code : `${code} ${responseCode}`;
  const isForGood = permanent && ABOUT_THE_MAIL.includes(command);
  return { kind: isForGood ? 'rejected' : 'failed', reason };
}

function readFailure(error: unknown): {
  readonly code: string;
  readonly command: string;
  readonly responseCode: number | undefined;
  readonly permanent: boolean;
} {
  const read = (key: string): unknown =>
    error instanceof Error ? Object.getOwnPropertyDescriptor(error, key)?.value : undefined;
  const [code, command, responseCode] = [read('code'), read('command'), read('responseCode')];
  return {
    code: typeof code === 'string' ? code : 'EUNKNOWN',
    command: typeof command === 'string' ? command : '',
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    permanent: read('permanent') === true,
  };
}
