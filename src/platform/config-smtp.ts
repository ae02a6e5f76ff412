import * as z from 'zod';

/** The server that takes mails, out of BLY_SMTP_URL. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (smtps); otherwise by STARTTLS. */
  readonly isImplicitTls: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

/** Ports of submission (RFC 6409) and of submission over TLS (RFC 8314). */
const SMTP_PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;
/** The mail server that `smtps://user:password@host:465` names; an issue of the schema where a text names none. */
export function readSmtpUrl(text: string, context: z.RefinementCtx<string>): SmtpServer {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSmtp = url?.protocol === 'smtp:' || url?.protocol === 'smtps:';
  const isPlain =
    isSmtp && url.hostname !== '' && ['', '/'].includes(url.pathname) && url.search === '' && url.hash === '';
  const [user, password] = [decodePart(url?.username ?? ''), decodePart(url?.password ?? '')];
  if (!isPlain || user === undefined || password === undefined) {
    context.addIssue(
      'must be smtp://host:port or smtps://host:port, with user:password@ before the host where the server wants them',
    );
    return z.NEVER;
  }
  const isImplicitTls = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? SMTP_PORTS[isImplicitTls ? 'smtps:' : 'smtp:'] : Number(url.port),
    isImplicitTls,
    user: user === '' ? undefined : user,
    password: password === '' ? undefined : password,
  };
}

/** What stands behind %40 and the like; undefined where it stands for nothing. */
function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
