import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import {
  findSupplierContradiction,
  type SupplierCallsConfig,
  type SuppliersConfig,
  supplierVariables,
  toSuppliersConfig,
  toWarmFaresPerNight,
} from './config-suppliers.ts';
import { databaseVariables, findDatabaseContradiction } from './config-database.ts';
import { findProcessesContradiction, processesVariables } from './config-processes.ts';
import { type ExportConfig, exportVariables, findExportContradiction, toExportConfig } from './config-export.ts';
import { retentionVariables } from './config-retention.ts';
import { findRatesContradiction, type RatesConfig, ratesVariables } from './config-rates.ts';
import { readSmtpUrl, type SmtpServer } from './config-smtp.ts';
import type { Scope } from './http/caller.ts';
import { findStripeContradiction, type StripeConfig, stripeVariables, toStripeConfig } from './config-stripe.ts';
import { isInClear } from './outbound/public-url.ts';

/** Everything the process is configured with, parsed once at start. `.env.example` lists the variables. */
export interface Config {
  readonly environment: 'sandbox' | 'production';
  readonly host: string;
  readonly port: number;
  /** Origin of every link we hand out, no trailing slash. */
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databasePoolMax: number;
  /** False: statements are not prepared by name, for a pooler in transaction mode. */
  readonly isDatabasePrepared: boolean;
  /** A replica for reads that may be a moment old; undefined: the database itself. */
  readonly databaseReadUrl: string | undefined;
  /** How old such a read may be. */
  readonly databaseReadLagMaxMs: number;
  readonly redisUrl: string | undefined;
  /** Cached answers only; undefined: beside the counters. */
  readonly redisCacheUrl: string | undefined;
  /** How long a command to Redis may take before this process counts for itself. */
  readonly redisTimeoutMs: number;
  readonly worldDir: string;
  readonly bootstrapApiKey: string | undefined;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** 32-byte keys; undefined = generate and keep in dataDir (sandbox on the embedded database only). */
  readonly secretKeys: readonly Buffer[] | undefined;
  readonly webhookAllowLocal: boolean;
  /** Number of proxies in front whose X-Forwarded-For is believed. */
  readonly trustedHops: number;
  /** Open connections of this process; further ones are refused. */
  readonly connectionsMax: number;
  /** Validate responses against their schema (on in development and tests). */
  readonly validateResponses: boolean;
  /** Whether this process runs jobs (`BLY_ROLE`: all | api | worker). */
  readonly role: 'all' | 'api' | 'worker';
  /** How many processes take requests on the port (`BLY_PROCESSES`); with more than 1 a worker runs beside them. */
  readonly processes: number;
  /** Months after a trip until its travelers are erased; undefined: never. */
  readonly eraseAfterMonths: number | undefined;
  /** Months after a trip until its booking's items and its documents are archived; undefined: never. */
  readonly archiveAfterMonths: number | undefined;
  /** Where events are exported to; undefined: nowhere. */
  readonly exports: ExportConfig | undefined;
  readonly suppliers: SuppliersConfig;
  readonly supplierCalls: SupplierCallsConfig;
  /** How many observed fares are stored; beyond it those looked at least recently are erased. */
  readonly observedFaresMax: number;
  /** Searches a night that the installation makes for fares that were asked for most; 0: none. */
  readonly warmFaresPerNight: number;
  /** Of production; the sandbox converts with its hand-written table. */
  readonly rates: RatesConfig;
  /** Production with test keys: everything runs as for real, and nothing real is sold. */
  readonly isRehearsal: boolean;
  /** Undefined: the built-in processor in the sandbox, none in production. */
  readonly stripe: StripeConfig | undefined;
  /** Undefined: the sandbox keeps mails in dataDir/outbox, production sends none. */
  readonly smtp: SmtpServer | undefined;
  /** `Bly <trips@example.com>` or an address alone. */
  readonly mailFrom: string;
  /** Drafts of UCP that are spoken beside its release; none of them unless it is named. */
  readonly ucpDrafts: readonly UcpDraft[];
  /** Whether strangers may make themselves an account and an organization, or only who is invited. */
  readonly signUp: 'open' | 'invite';
  /** Shortest time of an answer that must not reveal whether an address is known. No variable changes it. */
  readonly secretAnswerMs: number;
  /** Undefined: the built-in OAuth provider. */
  readonly oidc: OidcConfig | undefined;
}

/** A draft of UCP that the service can speak. */
export type UcpDraft = (typeof UCP_DRAFTS)[number];
const UCP_DRAFTS = ['lodging'] as const;

/** The issuer that stands in for the built-in OAuth provider, out of the BLY_OIDC_ variables. */
export interface OidcConfig {
  /** As its tokens spell it. */
  readonly issuer: string;
  /** Whom tokens for /v1 are meant for. */
  readonly audience: string;
  /** Whom tokens for /mcp are meant for; they are good for /v1 too. */
  readonly mcpAudience: string;
  /** What every valid token may do; undefined: what it says itself. */
  readonly scopes: readonly Scope[] | undefined;
}

/** A variable is missing or wrong. The message is one line and names it. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/** Where data lies unless BLY_DATA_DIR says otherwise, from the working directory. */
export const DATA_DIR_DEFAULT = './.bly';
/** The world that ships with the package. */
const WORLD_DIR = fileURLToPath(new URL('../../data/world', import.meta.url));
const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', '::1', 'localhost'];
const SECRET_KEY_BYTES = 32;
/** 32 random bytes never have so few different ones: such a key was typed, or is a placeholder. */
const SECRET_KEY_DIFFERENT_MIN = 8;
const TRUSTED_HOPS_MAX = 10;
/** Each connection costs a descriptor and some 20 KB: ten thousand leave a process of 1 GiB most of its memory. */
const CONNECTIONS_DEFAULT = 10_000;
const CONNECTIONS_MAX = 1_000_000;
/** A request would rather be counted loosely than wait longer. */
const REDIS_TIMEOUT_MAX_MS = 30_000;
/** Where the sandbox's mails come from while nobody can answer them (RFC 2606). */
const SANDBOX_MAIL_FROM = 'Bly <trips@bly.invalid>';
const MAIL_FROM =
  /^(?:[^<>@"\\,;:\p{Cc}]{1,100} <[^\s<>@,;:"\p{Cc}]{1,64}@[A-Za-z0-9.-]{1,255}>|[^\s<>@,;:"\p{Cc}]{1,64}@[A-Za-z0-9.-]{1,255})$/u;

const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1');
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
const url = (problem: string, ...protocols: string[]) =>
  z.string().refine((text) => protocols.includes(parseUrl(text)?.protocol ?? ''), problem);

/** Every variable, as `.env.example` explains them. */
const Variables = z.object({
  BLY_ENVIRONMENT: z.enum(['sandbox', 'production'], 'must be sandbox or production').default('sandbox'),
  BLY_HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an address')
    .default('127.0.0.1'),
  BLY_PORT: wholeNumber(0, 65_535).default(8_080),
  BLY_PUBLIC_URL: url('must be an http or https address like https://api.example.com', 'http:', 'https:')
    .refine(
      (text) => ['', '/'].includes(parseUrl(text)?.pathname ?? '') && !/[?#@]/.test(text),
      'must be an origin, without path, query or user',
    )
    .optional(),
  BLY_DATA_DIR: z.string().default(DATA_DIR_DEFAULT),
  ...databaseVariables({ protocolOf: (text) => parseUrl(text)?.protocol, wholeNumber, flag }),
  REDIS_URL: url('must begin with redis:// or rediss://', 'redis:', 'rediss:').optional(),
  BLY_REDIS_CACHE_URL: url('must begin with redis:// or rediss://', 'redis:', 'rediss:').optional(),
  BLY_REDIS_TIMEOUT_MS: wholeNumber(10, REDIS_TIMEOUT_MAX_MS).default(500),
  BLY_WORLD_DIR: z.string().default(WORLD_DIR),
  BLY_BOOTSTRAP_API_KEY: z
    .string()
    .regex(/^bly_s[0-9A-Za-z]{32,}$/, 'must be bly_s and at least 32 letters or digits')
    .optional(),
  BLY_LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  BLY_SECRET_KEYS: z.string().transform(readSecretKeys).optional(),
  BLY_WEBHOOK_ALLOW_LOCAL: flag.optional(),
  BLY_TRUSTED_HOPS: wholeNumber(0, TRUSTED_HOPS_MAX).default(0),
  BLY_CONNECTIONS_MAX: wholeNumber(10, CONNECTIONS_MAX).default(CONNECTIONS_DEFAULT),
  BLY_VALIDATE_RESPONSES: flag.optional(),
  ...processesVariables(wholeNumber),
  ...retentionVariables(wholeNumber),
  ...exportVariables(isSafeOrigin),
  BLY_SMTP_URL: z.string().transform(readSmtpUrl).optional(),
  BLY_MAIL_FROM: z
    .string()
    .regex(MAIL_FROM, 'must be an address like trips@example.com or Bly <trips@example.com>')
    .optional(),
  ...stripeVariables(isSafeOrigin),
  ...supplierVariables({ isSafeOrigin, isSafeAddress, wholeNumber }),
  ...ratesVariables(isSafeAddress),
  BLY_UCP_DRAFTS: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(UCP_DRAFTS, 'must be a comma-separated list of drafts: lodging')))
    .optional(),
  BLY_SIGN_UP: z.enum(['open', 'invite'], 'must be open or invite').optional(),
  BLY_OIDC_ISSUER: z
    .string()
    .refine(isSafeAddress, 'must be an https address without query, or an http one on loopback')
    .optional(),
  BLY_OIDC_AUDIENCE: z.string().max(500).optional(),
  BLY_OIDC_MCP_AUDIENCE: z.string().max(500).optional(),
  BLY_OIDC_SCOPES: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(['search', 'book', 'manage'], 'must be a comma-separated list of search, book and manage')))
    .optional(),
  NODE_ENV: z.string().optional(),
});
type Variables = z.infer<typeof Variables>;

/**
 * Reads the environment. The first wrong variable ends it with a ConfigError that names the variable, never its value.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Variables.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message ?? 'is wrong'}.`);
  }
  const variables = parsed.data;
  refuseContradictions(variables);
  return toConfig(variables);
}

function refuseContradictions(variables: Variables): void {
  const isProduction = variables.BLY_ENVIRONMENT === 'production';
  refuse(
    isProduction && variables.BLY_BOOTSTRAP_API_KEY !== undefined,
    'BLY_BOOTSTRAP_API_KEY is for the sandbox only.',
  );
  refuse(
    isProduction && isInClear(publicUrlOf(variables)),
    'BLY_PUBLIC_URL must be an https address in production, or loopback: by http everybody on the way could read sessions and cards.',
  );
  refuse(
    isProduction && variables.BLY_WEBHOOK_ALLOW_LOCAL === true,
    'BLY_WEBHOOK_ALLOW_LOCAL is for the sandbox only.',
  );
  refuse(
    isProduction && variables.BLY_SECRET_KEYS === undefined,
    'BLY_SECRET_KEYS is required in production: base64 of 32 bytes, for instance from `openssl rand -base64 32`.',
  );
  refuse(
    variables.DATABASE_URL !== undefined && variables.BLY_SECRET_KEYS === undefined,
    'BLY_SECRET_KEYS is required with DATABASE_URL, the same in every process: base64 of 32 bytes, for instance from `openssl rand -base64 32`.',
  );
  const problem = findSupplierContradiction(variables, isProduction) ?? findRatesContradiction(variables, isProduction);
  refuse(problem !== undefined, problem ?? '');
  const stripeProblem = findStripeContradiction(variables, isProduction);
  refuse(stripeProblem !== undefined, stripeProblem ?? '');
  refuse(
    variables.BLY_SMTP_URL !== undefined && variables.BLY_MAIL_FROM === undefined,
    'BLY_MAIL_FROM is required with BLY_SMTP_URL: whom mails come from, for instance Bly <trips@example.com>.',
  );
  const isOidcHalf =
    variables.BLY_OIDC_ISSUER === undefined &&
    (variables.BLY_OIDC_AUDIENCE ?? variables.BLY_OIDC_MCP_AUDIENCE ?? variables.BLY_OIDC_SCOPES) !== undefined;
  refuse(isOidcHalf, 'BLY_OIDC_ISSUER is required with the other BLY_OIDC_ variables.');
  refuse(
    variables.BLY_REDIS_CACHE_URL !== undefined && variables.REDIS_URL === undefined,
    'REDIS_URL is required with BLY_REDIS_CACHE_URL.',
  );
  const contradiction =
    findProcessesContradiction(variables) ?? findDatabaseContradiction(variables) ?? findExportContradiction(variables);
  refuse(contradiction !== undefined, contradiction ?? '');
}

function refuse(isWrong: boolean, message: string): void {
  if (isWrong) throw new ConfigError(message);
}

/**
 * Only programs of this machine reach the service: nothing stands before it that passes on the calls of others, for
 * whom the loopback addresses of this machine are not their own.
 */
export function isForThisMachine({
  host,
  publicUrl,
  trustedHops,
}: Pick<Config, 'host' | 'publicUrl' | 'trustedHops'>): boolean {
  const { hostname } = new URL(publicUrl);
  return LOOPBACK_HOSTS.includes(host) && LOOPBACK_HOSTS.includes(bareHost(hostname)) && trustedHops === 0;
}

/** An IPv6 address without its brackets. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function toConfig(variables: Variables): Config {
  const host = variables.BLY_HOST;
  const isSandbox = variables.BLY_ENVIRONMENT === 'sandbox';
  const publicUrl = publicUrlOf(variables);
  const trustedHops = variables.BLY_TRUSTED_HOPS;
  return {
    environment: variables.BLY_ENVIRONMENT,
    host,
    port: variables.BLY_PORT,
    publicUrl,
    dataDir: variables.BLY_DATA_DIR,
    databaseUrl: variables.DATABASE_URL,
    databasePoolMax: variables.BLY_DATABASE_POOL_MAX,
    isDatabasePrepared: variables.BLY_DATABASE_PREPARED,
    databaseReadUrl: variables.DATABASE_READ_URL,
    databaseReadLagMaxMs: variables.BLY_DATABASE_READ_LAG_MAX_MS,
    redisUrl: variables.REDIS_URL,
    redisCacheUrl: variables.BLY_REDIS_CACHE_URL,
    redisTimeoutMs: variables.BLY_REDIS_TIMEOUT_MS,
    worldDir: variables.BLY_WORLD_DIR,
    bootstrapApiKey: variables.BLY_BOOTSTRAP_API_KEY,
    logLevel: variables.BLY_LOG_LEVEL,
    secretKeys: variables.BLY_SECRET_KEYS,
    webhookAllowLocal:
      isSandbox && (variables.BLY_WEBHOOK_ALLOW_LOCAL ?? isForThisMachine({ host, publicUrl, trustedHops })),
    trustedHops,
    connectionsMax: variables.BLY_CONNECTIONS_MAX,
    validateResponses: variables.BLY_VALIDATE_RESPONSES ?? variables.NODE_ENV !== 'production',
    role: variables.BLY_ROLE,
    processes: variables.BLY_PROCESSES,
    eraseAfterMonths: variables.BLY_ERASE_AFTER_MONTHS || undefined,
    archiveAfterMonths: variables.BLY_ARCHIVE_AFTER_MONTHS || undefined,
    exports: toExportConfig(variables),
    suppliers: toSuppliersConfig(variables, !isSandbox),
    observedFaresMax: variables.BLY_OBSERVED_FARES_MAX,
    warmFaresPerNight: toWarmFaresPerNight(variables),
    supplierCalls: {
      perMinute: variables.BLY_SUPPLIER_CALLS_PER_MINUTE,
      concurrency: variables.BLY_SUPPLIER_CALLS_AT_ONCE,
      liteapiSandboxPerSecond: variables.BLY_LITEAPI_SANDBOX_CALLS_PER_SECOND,
    },
    rates: {
      url: variables.BLY_RATES_URL,
      maxAgeHours: variables.BLY_RATES_MAX_AGE_HOURS,
      spreadPercent: variables.BLY_RATES_SPREAD_PERCENT,
    },
    isRehearsal: variables.BLY_REHEARSAL,
    stripe: toStripeConfig(variables),
    smtp: variables.BLY_SMTP_URL,
    mailFrom: variables.BLY_MAIL_FROM ?? SANDBOX_MAIL_FROM,
    ucpDrafts: variables.BLY_UCP_DRAFTS ?? [],
    signUp: variables.BLY_SIGN_UP ?? (isSandbox ? 'open' : 'invite'),
    secretAnswerMs: 250,
    oidc: toOidcConfig(variables, publicUrl),
  };
}

function publicUrlOf({ BLY_PUBLIC_URL, BLY_HOST: host, BLY_PORT }: Variables): string {
  return (BLY_PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${BLY_PORT}`).replace(/\/$/, '');
}

function toOidcConfig(variables: Variables, publicUrl: string): OidcConfig | undefined {
  const issuer = variables.BLY_OIDC_ISSUER;
  if (issuer === undefined) return undefined;
  return {
    issuer,
    audience: variables.BLY_OIDC_AUDIENCE ?? `${publicUrl}/v1`,
    mcpAudience: variables.BLY_OIDC_MCP_AUDIENCE ?? `${publicUrl}/mcp`,
    scopes: variables.BLY_OIDC_SCOPES,
  };
}

/** Keys and payments go only where nobody can listen. */
function isSafeOrigin(text: string): boolean {
  const url = parseUrl(text);
  return url !== undefined && url.pathname === '/' && !/[?#@]/.test(text) && hasNoListener(url);
}

/** An address may have a path (a realm, a tenant, a file). Keys and rates come from it, so nobody may stand between. */
function isSafeAddress(text: string): boolean {
  const url = parseUrl(text);
  return url !== undefined && !/[?#@]/.test(text) && hasNoListener(url);
}

function hasNoListener({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOSTS.includes(bareHost(hostname)));
}

function readSecretKeys(text: string, context: z.RefinementCtx<string>): readonly Buffer[] {
  const keys = text.split(',').map((key) => Buffer.from(key.trim(), 'base64'));
  if (keys.some(({ length }) => length !== SECRET_KEY_BYTES)) {
    context.addIssue('must be a comma-separated list of base64 texts of 32 bytes each');
    return z.NEVER;
  }
  if (keys.some((key) => new Set(key).size < SECRET_KEY_DIFFERENT_MIN)) {
    context.addIssue(
      'must hold random keys, for instance from `openssl rand -base64 32`: one of them repeats the same few bytes',
    );
    return z.NEVER;
  }
  return keys;
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** Whether pages and mails say that nothing is real: in the sandbox, and in a rehearsal of production. */
export function sellsNothingReal({ environment, isRehearsal }: Pick<Config, 'environment' | 'isRehearsal'>): boolean {
  return environment === 'sandbox' || isRehearsal;
}
