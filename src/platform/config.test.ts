import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

const KEY = Buffer.from(Array.from({ length: 32 }, (_none, index) => index)).toString('base64');
const ON_SERVER = {
  DATABASE_URL: 'postgres://bly@127.0.0.1/bly',
  BLY_SECRET_KEYS: KEY,
  REDIS_URL: 'redis://127.0.0.1',
};
const PRODUCTION = { BLY_ENVIRONMENT: 'production', BLY_SECRET_KEYS: KEY };

describe('configuration', () => {
  test('with nothing set it is the sandbox on loopback, port 8080, embedded database, local webhooks allowed', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      environment: 'sandbox',
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://127.0.0.1:8080',
      dataDir: './.bly',
      databaseUrl: undefined,
      redisUrl: undefined,
      redisTimeoutMs: 500,
      logLevel: 'info',
      webhookAllowLocal: true,
      trustedHops: 0,
      validateResponses: true,
      role: 'all',
      processes: 1,
      secretKeys: undefined,
      secretAnswerMs: 250,
    });
    expect(config.worldDir).toMatch(/data\/world$/);
  });

  test('nothing is archived unless a number of months says so', () => {
    expect(loadConfig({}).archiveAfterMonths).toBeUndefined();
    expect(loadConfig({ BLY_ARCHIVE_AFTER_MONTHS: '0' }).archiveAfterMonths).toBeUndefined();
    expect(loadConfig({ BLY_ARCHIVE_AFTER_MONTHS: '13' }).archiveAfterMonths).toBe(13);
    for (const garbage of ['soon', '-1', '1.5', '1201', '13 months'])
      expect(() => loadConfig({ BLY_ARCHIVE_AFTER_MONTHS: garbage })).toThrow(/^BLY_ARCHIVE_AFTER_MONTHS must be /m);
  });

  test('an empty variable counts as not set', () => {
    expect(loadConfig({ BLY_PORT: '', DATABASE_URL: '' }).port).toBe(8080);
  });

  test('several processes share a server, all cores of the machine with auto', () => {
    expect(loadConfig({ ...ON_SERVER, BLY_PROCESSES: '4' }).processes).toBe(4);
    expect(loadConfig({ ...ON_SERVER, BLY_PROCESSES: 'auto' }).processes).toBe(availableParallelism());
  });

  test('local webhooks are off away from loopback, and off on loopback when told so', () => {
    expect(loadConfig({ BLY_HOST: '0.0.0.0' }).webhookAllowLocal).toBe(false);
    expect(loadConfig({ BLY_WEBHOOK_ALLOW_LOCAL: '0' }).webhookAllowLocal).toBe(false);
    expect(loadConfig({}).webhookAllowLocal).toBe(true);
    expect(loadConfig({ BLY_PUBLIC_URL: 'http://[::1]:8080' }).webhookAllowLocal).toBe(true);
    expect(loadConfig({ BLY_HOST: '0.0.0.0', BLY_WEBHOOK_ALLOW_LOCAL: '1' }).webhookAllowLocal).toBe(true);
  });

  test('local webhooks are off behind a proxy, whose callers are not of this machine', () => {
    expect(loadConfig({ BLY_PUBLIC_URL: 'https://sandbox.example.com' }).webhookAllowLocal).toBe(false);
    expect(loadConfig({ BLY_TRUSTED_HOPS: '1' }).webhookAllowLocal).toBe(false);
    const asked = { BLY_TRUSTED_HOPS: '1', BLY_WEBHOOK_ALLOW_LOCAL: '1' };
    expect(loadConfig(asked).webhookAllowLocal).toBe(true);
  });

  test('production with its keys starts, without response validation under NODE_ENV=production', () => {
    const config = loadConfig({
      BLY_ENVIRONMENT: 'production',
      BLY_SECRET_KEYS: `${KEY}, ${KEY}`,
      NODE_ENV: 'production',
      BLY_PUBLIC_URL: 'https://api.example.com/',
    });
    expect(config.secretKeys).toHaveLength(2);
    expect(config.validateResponses).toBe(false);
    expect(config.webhookAllowLocal).toBe(false);
    expect(config.publicUrl).toBe('https://api.example.com');
    expect(
      loadConfig({ BLY_ENVIRONMENT: 'production', BLY_SECRET_KEYS: KEY, BLY_PUBLIC_URL: 'http://localhost:8080' })
        .publicUrl,
    ).toBe('http://localhost:8080');
  });

  test('with a Stripe key it knows whether the key moves real money, and where Stripe is', () => {
    expect(
      loadConfig({ BLY_STRIPE_SECRET_KEY: 'sk_test_abc', BLY_STRIPE_API_BASE: 'http://127.0.0.1:12111' }).stripe,
    ).toEqual({ secretKey: 'sk_test_abc', isLive: false, webhookSecret: undefined, apiBase: 'http://127.0.0.1:12111' });
    const live = {
      BLY_ENVIRONMENT: 'production',
      BLY_SECRET_KEYS: KEY,
      BLY_STRIPE_SECRET_KEY: 'rk_live_abc',
      BLY_STRIPE_WEBHOOK_SECRET: 'whsec_abc',
    };
    expect(loadConfig(live).stripe).toEqual({
      secretKey: 'rk_live_abc',
      isLive: true,
      webhookSecret: 'whsec_abc',
      apiBase: undefined,
    });
    expect(loadConfig({}).stripe).toBeUndefined();
  });

  test('an external issuer is known by its address, whom its tokens are for and what they may do', () => {
    const url = { BLY_PUBLIC_URL: 'https://api.example.com' };
    expect(loadConfig({ ...url, BLY_OIDC_ISSUER: 'https://login.example.com/realms/a' }).oidc).toEqual({
      issuer: 'https://login.example.com/realms/a',
      audience: 'https://api.example.com/v1',
      mcpAudience: 'https://api.example.com/mcp',
      scopes: undefined,
    });
    expect(
      loadConfig({
        BLY_OIDC_ISSUER: 'http://127.0.0.1:9',
        BLY_OIDC_AUDIENCE: 'api',
        BLY_OIDC_MCP_AUDIENCE: 'mcp',
        BLY_OIDC_SCOPES: 'search, book',
      }).oidc,
    ).toEqual({ issuer: 'http://127.0.0.1:9', audience: 'api', mcpAudience: 'mcp', scopes: ['search', 'book'] });
    expect(loadConfig({}).oidc).toBeUndefined();
  });

  test('a mail server is known by host, port, kind of TLS and login, and who mails come from', () => {
    const from = { BLY_MAIL_FROM: 'Bly Reisen <trips@example.com>' };
    expect(loadConfig({ BLY_SMTP_URL: 'smtp://mail.example.com', ...from })).toMatchObject({
      smtp: { host: 'mail.example.com', port: 587, isImplicitTls: false, user: undefined, password: undefined },
      mailFrom: 'Bly Reisen <trips@example.com>',
    });
    expect(
      loadConfig({ BLY_SMTP_URL: 'smtps://bly%40example.com:p%2Fw@[::1]', BLY_MAIL_FROM: 'trips@example.com' }),
    ).toMatchObject({
      smtp: { host: '::1', port: 465, isImplicitTls: true, user: 'bly@example.com', password: 'p/w' },
      mailFrom: 'trips@example.com',
    });
    expect(loadConfig({ BLY_SMTP_URL: 'smtp://127.0.0.1:2525/', ...from }).smtp).toMatchObject({
      host: '127.0.0.1',
      port: 2525,
    });
    expect(loadConfig({}).smtp).toBeUndefined();
  });

  test.each([
    ['BLY_OIDC_ISSUER', { BLY_OIDC_ISSUER: 'http://login.example.com' }],
    ['BLY_OIDC_ISSUER', { BLY_OIDC_ISSUER: 'https://login.example.com/?tenant=a' }],
    ['BLY_OIDC_ISSUER', { BLY_OIDC_AUDIENCE: 'api' }],
    ['BLY_OIDC_SCOPES', { BLY_OIDC_ISSUER: 'https://login.example.com', BLY_OIDC_SCOPES: 'search,everything' }],
    ['BLY_SMTP_URL', { BLY_SMTP_URL: 'mail.example.com:587', BLY_MAIL_FROM: 'trips@example.com' }],
    ['BLY_SMTP_URL', { BLY_SMTP_URL: 'https://mail.example.com', BLY_MAIL_FROM: 'trips@example.com' }],
    ['BLY_SMTP_URL', { BLY_SMTP_URL: 'smtp://', BLY_MAIL_FROM: 'trips@example.com' }],
    ['BLY_SMTP_URL', { BLY_SMTP_URL: 'smtp://mail.example.com?tls=no', BLY_MAIL_FROM: 'trips@example.com' }],
    ['BLY_SMTP_URL', { BLY_SMTP_URL: 'smtp://a%zz:c2hvcnQ@mail.example.com', BLY_MAIL_FROM: 'trips@example.com' }],
    ['BLY_MAIL_FROM', { BLY_SMTP_URL: 'smtp://mail.example.com' }],
    ['BLY_MAIL_FROM', { BLY_MAIL_FROM: 'trips' }],
    ['BLY_MAIL_FROM', { BLY_MAIL_FROM: 'Bly <trips@example.com>, all@example.com' }],
    ['BLY_MAIL_FROM', { BLY_MAIL_FROM: 'Bly\r\nBcc: <all@example.com>' }],
    ['BLY_ENVIRONMENT', { BLY_ENVIRONMENT: 'staging' }],
    ['BLY_PORT', { BLY_PORT: '65536' }],
    ['BLY_PORT', { BLY_PORT: '80 ' }],
    ['BLY_HOST', { BLY_HOST: 'a b' }],
    ['BLY_PUBLIC_URL', { BLY_PUBLIC_URL: 'api.example.com' }],
    ['BLY_PUBLIC_URL', { BLY_PUBLIC_URL: 'https://api.example.com/base' }],
    [
      'BLY_PUBLIC_URL',
      { BLY_ENVIRONMENT: 'production', BLY_SECRET_KEYS: KEY, BLY_PUBLIC_URL: 'http://api.example.com' },
    ],
    ['BLY_PUBLIC_URL', { BLY_ENVIRONMENT: 'production', BLY_SECRET_KEYS: KEY, BLY_HOST: '0.0.0.0' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['BLY_SECRET_KEYS', { DATABASE_URL: 'postgres://localhost/bly' }],
    ['BLY_SECRET_KEYS', { BLY_SECRET_KEYS: 'c2hvcnQ=' }],
    ['BLY_SECRET_KEYS', { BLY_SECRET_KEYS: Buffer.alloc(32).toString('base64') }],
    ['BLY_SECRET_KEYS', { BLY_SECRET_KEYS: `${KEY},${Buffer.from('changeme'.repeat(4)).toString('base64')}` }],
    ['REDIS_URL', { BLY_REDIS_CACHE_URL: 'redis://127.0.0.1:6380' }],
    ['BLY_SECRET_KEYS', { BLY_ENVIRONMENT: 'production' }],
    ['BLY_DATABASE_POOL_MAX', { BLY_DATABASE_POOL_MAX: '0' }],
    ['REDIS_URL', { REDIS_URL: 'localhost:6379' }],
    ['BLY_REDIS_TIMEOUT_MS', { BLY_REDIS_TIMEOUT_MS: '5' }],
    ['BLY_BOOTSTRAP_API_KEY', { BLY_BOOTSTRAP_API_KEY: 'bly_s123' }],
    ['BLY_BOOTSTRAP_API_KEY', { BLY_BOOTSTRAP_API_KEY: `bly_p${'a'.repeat(32)}` }],
    [
      'BLY_BOOTSTRAP_API_KEY',
      { BLY_ENVIRONMENT: 'production', BLY_SECRET_KEYS: KEY, BLY_BOOTSTRAP_API_KEY: `bly_s${'a'.repeat(32)}` },
    ],
    ['BLY_WEBHOOK_ALLOW_LOCAL', { BLY_WEBHOOK_ALLOW_LOCAL: 'yes' }],
    ['BLY_WEBHOOK_ALLOW_LOCAL', { BLY_ENVIRONMENT: 'production', BLY_SECRET_KEYS: KEY, BLY_WEBHOOK_ALLOW_LOCAL: '1' }],
    ['BLY_RATES_URL', { BLY_RATES_URL: 'https://rates.example.com/daily.xml' }],
    ['BLY_RATES_URL', { ...PRODUCTION, BLY_RATES_URL: 'http://rates.example.com/daily.xml' }],
    ['BLY_RATES_MAX_AGE_HOURS', { ...PRODUCTION, BLY_RATES_MAX_AGE_HOURS: '0' }],
    ['BLY_RATES_SPREAD_PERCENT', { ...PRODUCTION, BLY_RATES_SPREAD_PERCENT: '26' }],
    ['BLY_RATES_SPREAD_PERCENT', { ...PRODUCTION, BLY_RATES_SPREAD_PERCENT: '-1' }],
    ['BLY_LOG_LEVEL', { BLY_LOG_LEVEL: 'loud' }],
    ['BLY_TRUSTED_HOPS', { BLY_TRUSTED_HOPS: '-1' }],
    ['BLY_CONNECTIONS_MAX', { BLY_CONNECTIONS_MAX: '9' }],
    ['BLY_VALIDATE_RESPONSES', { BLY_VALIDATE_RESPONSES: 'true' }],
    ['BLY_ROLE', { BLY_ROLE: 'cron' }],
    ['BLY_ROLE', { BLY_ROLE: 'worker' }],
    ['BLY_PROCESSES', { BLY_PROCESSES: '0' }],
    ['BLY_PROCESSES', { BLY_PROCESSES: 'all' }],
    ['BLY_PROCESSES', { BLY_PROCESSES: '2' }],
    ['BLY_PROCESSES', { BLY_PROCESSES: '2', ...ON_SERVER, REDIS_URL: undefined }],
    ['BLY_PROCESSES', { BLY_PROCESSES: '2', ...ON_SERVER, BLY_ROLE: 'worker' }],
    ['BLY_PROCESSES', { BLY_PROCESSES: '2', ...ON_SERVER, BLY_PORT: '0' }],
    ['BLY_STRIPE_SECRET_KEY', { BLY_STRIPE_SECRET_KEY: 'sk_live_abc' }],
    ['BLY_STRIPE_SECRET_KEY', { BLY_STRIPE_SECRET_KEY: 'rk_live_abc' }],
    ['BLY_STRIPE_SECRET_KEY', { BLY_STRIPE_SECRET_KEY: 'pk_test_abc' }],
    [
      'BLY_STRIPE_SECRET_KEY',
      { BLY_ENVIRONMENT: 'production', BLY_SECRET_KEYS: KEY, BLY_STRIPE_SECRET_KEY: 'sk_test_abc' },
    ],
    [
      'BLY_STRIPE_WEBHOOK_SECRET',
      { BLY_ENVIRONMENT: 'production', BLY_SECRET_KEYS: KEY, BLY_STRIPE_SECRET_KEY: 'sk_live_abc' },
    ],
    ['BLY_STRIPE_WEBHOOK_SECRET', { BLY_STRIPE_WEBHOOK_SECRET: 'secret' }],
    ['BLY_STRIPE_SECRET_KEY', { BLY_STRIPE_WEBHOOK_SECRET: 'whsec_abc' }],
    ['BLY_STRIPE_SECRET_KEY', { BLY_STRIPE_API_BASE: 'http://127.0.0.1:12111' }],
    ['BLY_EXPORT_TO', { BLY_EXPORT_S3_ACCESS_KEY_ID: 'id', BLY_EXPORT_S3_SECRET_ACCESS_KEY: 'secret' }],
    ['BLY_EXPORT_TO', { BLY_EXPORT_S3_REGION: 'eu-central-1' }],
    ['BLY_STRIPE_API_BASE', { BLY_STRIPE_API_BASE: 'http://stripe.example.com' }],
    ['BLY_STRIPE_API_BASE', { BLY_STRIPE_API_BASE: 'https://user@stripe.example.com' }],
    [
      'BLY_STRIPE_API_BASE',
      { BLY_ENVIRONMENT: 'production', BLY_SECRET_KEYS: KEY, BLY_STRIPE_API_BASE: 'https://stripe.example.com' },
    ],
  ])('a wrong %s stops the start with one line that names it and not its value', (name, env) => {
    const error = errorOf(() => loadConfig(env));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message).toMatch(new RegExp(`^${name} `));
    expect(error.message).not.toMatch(/\n/);
    expect(error.message).not.toMatch(/sk_live_abc|rk_live_abc|sk_test_abc|pk_test_abc|c2hvcnQ/);
  });
});

function errorOf(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('It did not throw an error.');
}

describe('suppliers', () => {
  const production = {
    BLY_ENVIRONMENT: 'production',
    BLY_SECRET_KEYS: KEY,
    BLY_PUBLIC_URL: 'https://api.example.com',
  };
  const TEST = 'duffel_test_0123456789';
  const LIVE = 'duffel_live_0123456789';
  const SAND = 'sand_0123456789';
  const PROD = 'prod_0123456789';

  test('the sandbox sells its world, and every supplier whose key is set; production only the latter', () => {
    expect(loadConfig({}).suppliers).toEqual({
      enabled: ['sandbox'],
      duffel: undefined,
      liteapi: undefined,
    });
    expect(loadConfig({ BLY_DUFFEL_TOKEN: TEST }).suppliers).toMatchObject({
      enabled: ['sandbox', 'duffel'],
      duffel: { token: TEST, isLive: false, baseUrl: 'https://api.duffel.com', webhookSecret: undefined },
    });
    expect(loadConfig({ BLY_DUFFEL_TOKEN: TEST, BLY_SUPPLIERS: 'duffel' }).suppliers.enabled).toEqual(['duffel']);
    expect(loadConfig(production).suppliers.enabled).toEqual([]);
    expect(loadConfig({}).supplierCalls).toEqual({
      perMinute: 120,
      concurrency: 20,
      liteapiSandboxPerSecond: 5,
    });
    const { supplierCalls, suppliers } = loadConfig({
      BLY_SUPPLIER_CALLS_PER_MINUTE: '600',
      BLY_SUPPLIER_CALLS_AT_ONCE: '40',
      BLY_DUFFEL_TOKEN: TEST,
      BLY_DUFFEL_SEARCHES_PER_DAY: '1000',
    });
    expect([supplierCalls, suppliers.duffel?.searchesPerDayMax]).toMatchObject([
      { perMinute: 600, concurrency: 40 },
      1_000,
    ]);
    // A twentieth of the day's searches; none where nobody has said how many there are: they may cost money.
    const perNight = (more: Readonly<Record<string, string>>) =>
      loadConfig({ BLY_DUFFEL_TOKEN: TEST, ...more }).warmFaresPerNight;
    expect(perNight({})).toBe(0);
    expect(perNight({ BLY_DUFFEL_SEARCHES_PER_DAY: '1000' })).toBe(50);
    expect(perNight({ BLY_DUFFEL_SEARCHES_PER_DAY: '1000000' })).toBe(1_000);
    expect(perNight({ BLY_DUFFEL_SEARCHES_PER_DAY: '1000', BLY_WARM_FARES_PER_NIGHT: '7' })).toBe(7);
    expect(perNight({ BLY_DUFFEL_SEARCHES_PER_DAY: '1000', BLY_WARM_FARES_PER_NIGHT: '0' })).toBe(0);
    for (const wrong of ['-1', 'many', '100001', '1.5'])
      expect(() => perNight({ BLY_WARM_FARES_PER_NIGHT: wrong })).toThrow('BLY_WARM_FARES_PER_NIGHT');
    expect(loadConfig({ ...production, BLY_DUFFEL_TOKEN: LIVE }).suppliers).toMatchObject({
      enabled: ['duffel'],
      duffel: { isLive: true },
    });
  });

  test('LiteAPI is sold through where its key is set, with the token its callbacks must carry', () => {
    const variables = { BLY_LITEAPI_KEY: SAND, BLY_LITEAPI_WEBHOOK_TOKEN: 'callback-token' };
    expect(loadConfig({ ...variables, BLY_LITEAPI_SEARCHES_PER_DAY: '50' }).suppliers).toMatchObject({
      enabled: ['sandbox', 'liteapi'],
      liteapi: {
        token: SAND,
        isLive: false,
        baseUrl: 'https://api.liteapi.travel/v3.0',
        webhookSecret: 'callback-token',
        searchesPerDayMax: 50,
      },
    });
    const { suppliers } = loadConfig({ ...production, BLY_LITEAPI_KEY: PROD, BLY_DUFFEL_TOKEN: LIVE });
    expect(suppliers).toMatchObject({ enabled: ['duffel', 'liteapi'], liteapi: { isLive: true } });
    expect(
      loadConfig({ BLY_LITEAPI_KEY: SAND, BLY_LITEAPI_URL: 'http://127.0.0.1:4012/v3.0/' }).suppliers.liteapi?.baseUrl,
    ).toBe('http://127.0.0.1:4012/v3.0');
  });

  test('a rehearsal is production with test keys and addresses on loopback', () => {
    const config = loadConfig({
      ...production,
      BLY_REHEARSAL: '1',
      BLY_DUFFEL_TOKEN: TEST,
      BLY_DUFFEL_URL: 'http://127.0.0.1:12112/',
      BLY_STRIPE_SECRET_KEY: 'sk_test_abc',
      BLY_STRIPE_WEBHOOK_SECRET: 'whsec_abc',
      BLY_STRIPE_API_BASE: 'http://127.0.0.1:12111',
    });
    expect(config).toMatchObject({ isRehearsal: true, environment: 'production' });
    expect(config.suppliers.duffel?.baseUrl).toBe('http://127.0.0.1:12112');
  });

  test.each([
    [{ BLY_SUPPLIERS: 'amadeus' }, /^BLY_SUPPLIERS must be a comma-separated list/],
    [{ BLY_SUPPLIERS: 'duffel' }, /^BLY_DUFFEL_TOKEN is required: BLY_SUPPLIERS names duffel/],
    [{ ...production, BLY_SUPPLIERS: 'sandbox' }, /names sandbox/],
    [{ BLY_DUFFEL_TOKEN: 'sk_test_1234567890' }, /^BLY_DUFFEL_TOKEN must begin with/],
    [{ BLY_DUFFEL_TOKEN: LIVE }, /live token and BLY_ENVIRONMENT is sandbox/],
    [{ ...production, BLY_DUFFEL_TOKEN: TEST }, /test token and BLY_ENVIRONMENT is production/],
    [{ ...production, BLY_REHEARSAL: '1', BLY_DUFFEL_TOKEN: LIVE }, /live token and BLY_REHEARSAL is set/],
    [{ ...production, BLY_REHEARSAL: '1', BLY_STRIPE_SECRET_KEY: 'sk_live_abc' }, /live key and BLY_REHEARSAL/],
    [{ BLY_REHEARSAL: '1' }, /^BLY_REHEARSAL is for/],
    [{ BLY_DUFFEL_URL: 'https://duffel.example.com' }, /^BLY_DUFFEL_TOKEN is required with/],
    [{ BLY_DUFFEL_TOKEN: TEST, BLY_DUFFEL_URL: 'http://duffel.example.com' }, /^BLY_DUFFEL_URL must be an https/],
    [{ ...production, BLY_DUFFEL_TOKEN: LIVE, BLY_DUFFEL_URL: 'http://127.0.0.1:1' }, /must be https in production/],
    [{ BLY_SUPPLIERS: 'liteapi' }, /^BLY_LITEAPI_KEY is required: BLY_SUPPLIERS names liteapi/],
    [{ BLY_LITEAPI_WEBHOOK_TOKEN: 'callback-token' }, /^BLY_LITEAPI_KEY is required with/],
    [{ BLY_LITEAPI_KEY: 'a key' }, /^BLY_LITEAPI_KEY must be a key/],
    [{ BLY_LITEAPI_KEY: PROD }, /^BLY_LITEAPI_KEY is a live key and BLY_ENVIRONMENT is sandbox/],
    [{ ...production, BLY_LITEAPI_KEY: SAND }, /^BLY_LITEAPI_KEY is a test key and BLY_ENVIRONMENT is production/],
    [{ ...production, BLY_REHEARSAL: '1', BLY_LITEAPI_KEY: PROD }, /^BLY_LITEAPI_KEY is a live key and BLY_REHEARSAL/],
    [{ BLY_LITEAPI_KEY: SAND, BLY_LITEAPI_URL: 'http://example.com/v3.0' }, /^BLY_LITEAPI_URL must be an https/],
    [{ BLY_LITEAPI_KEY: SAND, BLY_LITEAPI_URL: 'https://example.com/?a=b' }, /^BLY_LITEAPI_URL must be an https/],
    [{ ...production, BLY_LITEAPI_KEY: PROD, BLY_LITEAPI_URL: 'http://127.0.0.1:1' }, /must be https in production/],
  ])('%j stops the start with one line', (env, line) => {
    expect(() => loadConfig(env)).toThrow(line);
    expect(() => loadConfig(env)).toThrow(ConfigError);
  });
});
