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
