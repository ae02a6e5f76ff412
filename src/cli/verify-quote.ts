import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { ApprovalDocument, QuoteDocument, SignedAmount } from '../client/signed-documents.ts';
import {
  fetchSigningKeys,
  type PublicKeys,
  SignatureError,
  type SignedText,
  verifyApproval,
  verifyQuote,
} from '../client/verify-quote.ts';
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

/**
 * Adds `verify-quote`: whether a quote is genuine, unaltered and not over, without asking anybody about it; and
 * `verify-approval`, which says what a person allowed.
 */
export function addVerifyCommands(program: Command): void {
  addVerifyCommand(program, {
    name: 'verify-quote',
    description: 'verify a signed quote: genuine, unaltered, not over',
    argument: [
      '<quote>',
      'a file that holds quote_jws or the whole answer of checkout, the text itself, or - for standard input',
    ],
    member: 'quote_jws',
    verify: async (signed) => {
      const document = await verifyQuote(signed);
      return { document, text: describe(document) };
    },
  });
  addVerifyCommand(program, {
    name: 'verify-approval',
    description: 'verify a signed approval: genuine, unaltered; says what was allowed, by whom and when',
    argument: [
      '<approval>',
      'a file that holds approval_jws or the whole answer of get_mandate or get_proposal, the text itself, or - for standard input',
    ],
    member: 'approval_jws',
    verify: async (signed) => {
      const document = await verifyApproval(signed);
      return { document, text: describeApproval(document) };
    },
  });
}

interface VerifyCommand {
  readonly name: string;
  readonly description: string;
  readonly argument: readonly [string, string];
  /** Where an answer that was stored whole holds the text. */
  readonly member: 'quote_jws' | 'approval_jws';
  /** Throws SignatureError for what is not accepted. */
  readonly verify: (signed: SignedText) => Promise<{ readonly document: object; readonly text: string }>;
}

function addVerifyCommand(program: Command, declared: VerifyCommand): void {
  program
    .command(declared.name)
    .description(declared.description)
    .argument(...declared.argument)
    .option(
      '--keys <file|url>',
      'the public keys, as /.well-known/jwks.json answers them (default: fetched from the service)',
    )
    .option('--issuer <url>', 'it must have been signed by this service')
    .option('--json', 'print the document as JSON')
    .action((given: string, options: VerifyOptions, command: Command) =>
      verify(declared, { given, options, connection: command.parent?.opts<ConnectionOptions>() ?? {} }),
    );
}

interface Verification {
  readonly given: string;
  readonly options: VerifyOptions;
  readonly connection: ConnectionOptions;
}

async function verify(declared: VerifyCommand, { given, options, connection }: Verification): Promise<void> {
  const jws = findJws(await readGiven(given), declared.member);
  const keys = await readKeys(options.keys, connection);
  try {
    const { document, text } = await declared.verify({
      jws,
      keys,
      ...(options.issuer === undefined ? {} : { issuer: options.issuer }),
    });
    console.log(options.json ? JSON.stringify(document, null, 2) : text);
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    throw new CommandFailure(`Not accepted (${error.reason}): ${error.message}`, { cause: error });
  }
}

async function readGiven(given: string): Promise<string> {
  if (given === '-') return await readStandardInput();
  return JWS.test(given) ? given : readText(given);
}

/** The text of the JWS: as it is, or that member of an answer that was stored whole. */
function findJws(text: string, member: VerifyCommand['member']): string {
  const answer: unknown = parseJson(text);
  if (typeof answer === 'string') return answer;
  if (typeof answer !== 'object' || answer === null) return text.trim();
  const found: unknown = Object.entries(answer).find(([name]) => name === member)?.[1];
  if (typeof found === 'string') return found;
  throw new CommandFailure(`This is JSON without a ${member}.`, { exitCode: EXIT.usage });
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
    throw new CommandFailure(`${path} is neither a signed text nor a file that can be read.`, {
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

function describeApproval(document: ApprovalDocument): string {
  const at = (seconds: number) => new Date(seconds * 1_000).toISOString();
  const { approved_by: by, approved_at, acr, mandate_id: mandate, livemode, iss, seller } = document;
  const shared = [
    `Signed by  ${iss} for ${seller.name} (${seller.id})`,
    `Approved   by ${by} (${acr}) at ${at(approved_at)}`,
  ];
  const note = livemode ? '' : ', sandbox: nothing is real';
  if (document.subject === 'mandate')
    return [
      `Genuine. Approval of mandate ${mandate}${note}`,
      ...shared,
      `For        ${document.agent.kind} ${document.agent.id}, ${at(document.valid_from)} to ${at(document.valid_until)}`,
      `Terms      ${JSON.stringify(document.terms)}`,
    ].join('\n');
  return [
    `Genuine. Approval of purchase ${document.proposal_id} of trip ${document.trip_id}, out of ${mandate}${note}`,
    ...shared,
    `At most    ${write(document.total_max)}, proposed at ${write(document.total)}`,
    `Holds to   ${at(document.exp)}`,
    `Content    ${document.content_hash}`,
  ].join('\n');
}

function write({ amount, currency, decimal_places }: SignedAmount): string {
  return `${(amount / 10 ** decimal_places).toFixed(decimal_places)} ${currency}`;
}
