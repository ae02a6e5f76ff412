import { fileURLToPath } from 'node:url';
import * as z from 'zod';

/** Everything the process is told from outside, parsed once at start. `.env.example` lists the variables. */
export interface Config {
  readonly environment: 'sandbox' | 'production';
  readonly host: string;
  readonly port: number;
  /** Origin of every link we hand out, no trailing slash. */
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databasePoolMax: number;
  readonly redisUrl: string | undefined;
  readonly worldDir: string;
  readonly bootstrapApiKey: string | undefined;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** 32-byte keys; undefined = generate and keep in dataDir (sandbox on the embedded database only). */
  readonly secretKeys: readonly Buffer[] | undefined;
  readonly webhookAllowLocal: boolean;
  /** Number of proxies in front whose X-Forwarded-For is believed. */
  readonly trustedHops: number;
  /** Validate responses against their schema (on in development and tests). */
  readonly validateResponses: boolean;
  /** Whether this process runs jobs (`BLY_ROLE`: all | api | worker). */
  readonly role: 'all' | 'api' | 'worker';
}

/** A variable is missing or wrong. The message is one line and names it. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/** The world that ships with the package. */
const WORLD_DIR = fileURLToPath(new URL('../../data/world', import.meta.url));
const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', '::1', 'localhost'];
const SECRET_KEY_BYTES = 32;
const POOL_MAX = 500;
const TRUSTED_HOPS_MAX = 10;

const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1');
const wholeNumber = (min: number, max: number) => z.string().regex(/^\d{1,9}$/, 'must be a whole number').transform(Number)
  .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
const url = (problem: string, ...protocols: string[]) => z.string().refine((text) => protocols.includes(parseUrl(text)?.protocol ?? ''), problem);

/** Every variable, as `.env.example` explains them. */
const Variables = z.object({
  BLY_ENVIRONMENT: z.enum(['sandbox', 'production'], 'must be sandbox or production').default('sandbox'),
  BLY_HOST: z.string().regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an address').default('127.0.0.1'),
  BLY_PORT: wholeNumber(0, 65_535).default(8_080),
  BLY_PUBLIC_URL: url('must be an http or https address like https://api.example.com', 'http:', 'https:')
    .refine((text) => ['', '/'].includes(parseUrl(text)?.pathname ?? '') && !/[?#@]/.test(text), 'must be an origin, without path, query or user').optional(),
  BLY_DATA_DIR: z.string().default('./.bly'),
  DATABASE_URL: url('must begin with postgres:// or postgresql://', 'postgres:', 'postgresql:').optional(),
  BLY_DATABASE_POOL_MAX: wholeNumber(1, POOL_MAX).default(20),
  REDIS_URL: url('must begin with redis:// or rediss://', 'redis:', 'rediss:').optional(),
  BLY_WORLD_DIR: z.string().default(WORLD_DIR),
  BLY_BOOTSTRAP_API_KEY: z.string().regex(/^bly_s[0-9A-Za-z]{32,}$/, 'must be bly_s and at least 32 letters or digits').optional(),
  BLY_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be fatal, error, warn, info, debug, trace or silent').default('info'),
  BLY_SECRET_KEYS: z.string().transform(readSecretKeys).optional(),
  BLY_WEBHOOK_ALLOW_LOCAL: flag.optional(),
  BLY_TRUSTED_HOPS: wholeNumber(0, TRUSTED_HOPS_MAX).default(0),
  BLY_VALIDATE_RESPONSES: flag.optional(),
  BLY_ROLE: z.enum(['all', 'api', 'worker'], 'must be all, api or worker').default('all'),
  STRIPE_SECRET_KEY: z.string().optional(),
  NODE_ENV: z.string().optional(),
});
type Variables = z.infer<typeof Variables>;

/** Reads the environment. The first wrong variable ends it with a ConfigError that names the variable, never its value. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const told = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Variables.safeParse(told);
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
  const refuse = (isWrong: boolean, message: string): void => {
    if (isWrong) throw new ConfigError(message);
  };
  refuse(isProduction && variables.BLY_BOOTSTRAP_API_KEY !== undefined, 'BLY_BOOTSTRAP_API_KEY is for the sandbox only.');
  refuse(isProduction && variables.BLY_WEBHOOK_ALLOW_LOCAL === true, 'BLY_WEBHOOK_ALLOW_LOCAL is for the sandbox only.');
  refuse(isProduction && variables.BLY_SECRET_KEYS === undefined, 'BLY_SECRET_KEYS is required in production: base64 of 32 bytes, for instance from `openssl rand -base64 32`.');
  refuse(variables.DATABASE_URL !== undefined && variables.BLY_SECRET_KEYS === undefined, 'BLY_SECRET_KEYS is required with DATABASE_URL, the same in every process: base64 of 32 bytes, for instance from `openssl rand -base64 32`.');
  refuse(isProduction && variables.STRIPE_SECRET_KEY?.startsWith('sk_test_') === true, 'STRIPE_SECRET_KEY is a test key and BLY_ENVIRONMENT is production.');
  refuse(!isProduction && variables.STRIPE_SECRET_KEY?.startsWith('sk_live_') === true, 'STRIPE_SECRET_KEY is a live key and BLY_ENVIRONMENT is sandbox.');
  refuse(variables.BLY_ROLE !== 'all' && variables.DATABASE_URL === undefined, 'BLY_ROLE other than all needs DATABASE_URL: the embedded database serves one process.');
}

function toConfig(variables: Variables): Config {
  const host = variables.BLY_HOST;
  const isSandbox = variables.BLY_ENVIRONMENT === 'sandbox';
  return {
    environment: variables.BLY_ENVIRONMENT, host, port: variables.BLY_PORT,
    publicUrl: (variables.BLY_PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${variables.BLY_PORT}`).replace(/\/$/, ''),
    dataDir: variables.BLY_DATA_DIR, databaseUrl: variables.DATABASE_URL, databasePoolMax: variables.BLY_DATABASE_POOL_MAX,
    redisUrl: variables.REDIS_URL, worldDir: variables.BLY_WORLD_DIR, bootstrapApiKey: variables.BLY_BOOTSTRAP_API_KEY,
    logLevel: variables.BLY_LOG_LEVEL, secretKeys: variables.BLY_SECRET_KEYS,
    webhookAllowLocal: isSandbox && (variables.BLY_WEBHOOK_ALLOW_LOCAL ?? LOOPBACK_HOSTS.includes(host)),
    trustedHops: variables.BLY_TRUSTED_HOPS, validateResponses: variables.BLY_VALIDATE_RESPONSES ?? variables.NODE_ENV !== 'production',
    role: variables.BLY_ROLE,
  };
}

function readSecretKeys(text: string, context: z.RefinementCtx<string>): readonly Buffer[] {
  const keys = text.split(',').map((key) => Buffer.from(key.trim(), 'base64'));
  if (keys.some(({ length }) => length !== SECRET_KEY_BYTES)) {
    context.addIssue('must be a comma-separated list of base64 texts of 32 bytes each');
    return z.NEVER;
  }
  return keys;
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
