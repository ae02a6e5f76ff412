import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { QuoteDocument, SignedAmount } from '../client/signed-documents.ts';
import { fetchSigningKeys, type PublicKeys, SignatureError, verifyQuote } from '../client/verify-quote.ts';
import { causeOf, parseJson } from './call-service.ts';
import { CommandFailure } from './command-failure.ts';
import { connect, type ConnectionOptions } from './connection.ts';
import { EXIT } from './exit-codes.ts';
import { readStandardInput } from './standard-input.ts';

interface VerifyOptions {
  readonly keys?: string;
  readonly issuer?: string;
  readonly json?: boolean;
}

const fetchTimeoutMs = 20_000;
/** Three parts of base64url: what no path of a file looks like. */
const JWS = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Adds `verify-quote`: whether a quote is genuine, unaltered and not over, without asking anybody about it. */
export function addVerifyQuoteCommand(program: Command): void {
  program
    .command('verify-quote')
    .description('verify a signed quote: genuine, unaltered, not over')
    .argument(
      '<quote>',
      'a file that holds quote_jws or the whole answer of checkout, the text itself, or - for standard input',
    )
    .option(
      '--keys <file|url>',
      'the public keys, as /.well-known/jwks.json answers them (default: fetched from the service)',
    )
    .option('--issuer <url>', 'it must have been signed by this service')
    .option('--json', 'print the document as JSON')
    .action((quote: string, options: VerifyOptions, command: Command) =>
      verify(quote, options, command.parent?.opts<ConnectionOptions>() ?? {}),
    );
}

async function verify(quote: string, options: VerifyOptions, connection: ConnectionOptions): Promise<void> {
  const jws = findJws(await readQuote(quote));
  const keys = await readKeys(options.keys, connection);
  try {
    const document = await verifyQuote({
      jws,
      keys,
      ...(options.issuer === undefined ? {} : { issuer: options.issuer }),
    });
    console.log(options.json ? JSON.stringify(document, null, 2) : describe(document));
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    throw new CommandFailure(`Not accepted (${error.reason}): ${error.message}`, { cause: error });
  }
}

async function readQuote(quote: string): Promise<string> {
  if (quote === '-') return await readStandardInput();
  return JWS.test(quote) ? quote : readText(quote);
}

/** The text of the JWS: as it is, or the `quote_jws` of an answer that was stored whole. */
function findJws(text: string): string {
  const answer = parseJson(text);
  if (typeof answer === 'string') return answer;
  if (typeof answer !== 'object' || answer === null) return text.trim();
  if ('quote_jws' in answer && typeof answer.quote_jws === 'string') return answer.quote_jws;
  throw new CommandFailure('This is JSON without a quote_jws.', { exitCode: EXIT.usage });
}

/** From a file, or fetched once from the address given or from the service. Never from where the quote itself says. */
async function readKeys(keys: string | undefined, options: ConnectionOptions): Promise<PublicKeys> {
  if (keys !== undefined && !/^https?:\/\//.test(keys)) return readKeysFile(keys);
  const url = keys === undefined ? (await connect(options)).url : keys.replace(/\/\.well-known\/jwks\.json$/, '');
  try {
    return await fetchSigningKeys(url, { signal: AbortSignal.timeout(fetchTimeoutMs) });
  } catch (cause) {
    throw new CommandFailure(
      `The public keys could not be fetched from ${url}: ${causeOf(cause)}. Or give them: --keys FILE`,
      {
        cause,
        exitCode: EXIT.unreachable,
      },
    );
  }
}

function readKeysFile(path: string): PublicKeys {
  const value = parseJson(readText(path));
  if (typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys))
    return { keys: value.keys.filter((key) => typeof key === 'object' && key !== null) };
  throw new CommandFailure(`${path} is not a set of keys: {"keys": […]}.`, { exitCode: EXIT.usage });
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new CommandFailure(`${path} is neither a quote nor a file that can be read.`, {
      cause,
      exitCode: EXIT.usage,
    });
  }
}

function describe({
  quote_id,
  trip_id,
  seller,
  iss,
  total,
  due_later,
  items,
  exp,
  content_hash,
  livemode,
}: QuoteDocument): string {
  const later = due_later.map((due) =>
    due.amount === null
      ? `  and more at the ${due.where}, not stated`
      : `  and ${write({ ...due, amount: due.amount })} at the ${due.where}`,
  );
  return [
    `Genuine. Quote ${quote_id} of trip ${trip_id}${livemode ? '' : ', sandbox: nothing is real'}`,
    `Signed by  ${iss} for ${seller.name} (${seller.id})`,
    ...items.map(({ description, price }) => `  ${write(price)}  ${description}`),
    `Pays now   ${write(total)}`,
    ...later,
    `Holds to   ${new Date(exp * 1_000).toISOString()}`,
    `Content    ${content_hash}`,
  ].join('\n');
}

function write({ amount, currency, decimal_places }: SignedAmount): string {
  return `${(amount / 10 ** decimal_places).toFixed(decimal_places)} ${currency}`;
}
