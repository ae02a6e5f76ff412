import type { Config } from './platform/config.ts';

/** Errors whose message already says what to do about them. */
const SELF_EXPLAINING: ReadonlySet<string> = new Set([
  'ConfigError',
  'EnvironmentMismatch',
  'DataDirInUse',
  'MigrationRefused',
  'NotMigrated',
]);
/**
 * What pg and Node say when there is no database to talk to: refused, unknown host, no such database (3D000), wrong
 * credentials (28…).
 */
const NO_DATABASE = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|3D000|28000|28P01)$/;

/**
 * One line for what the person who starts the process can put right, naming the variable (contract, section 1);
 * undefined for anything else, whose whole story is wanted. `config` is undefined while the variables themselves are
 * being read.
 */
export function explainStart(error: unknown, config: Config | undefined): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (SELF_EXPLAINING.has(error.name)) return error.message;
  if (config === undefined) return undefined;
  const code = textOf(error, 'code');
  const path = textOf(error, 'path');
  if (code === 'EADDRINUSE')
    return `BLY_PORT: port ${config.port} on ${config.host} is taken. Stop what listens there or choose another port.`;
  if (code === 'EADDRNOTAVAIL') return `BLY_HOST: ${config.host} is not an address of this machine.`;
  if (textOf(error, 'syscall') === 'getaddrinfo' && textOf(error, 'hostname') === config.host)
    return `BLY_HOST: ${config.host} is not a host name that this machine can look up (${code}).`;
  if (code === 'EACCES' && textOf(error, 'syscall') === 'listen')
    return `BLY_PORT: this user may not listen on port ${config.port}.`;
  if (error.message.startsWith('World data') || path.startsWith(config.worldDir))
    return `BLY_WORLD_DIR: ${config.worldDir} is not a world bundle (${error.message}).`;
  if (path.startsWith(config.dataDir)) return `BLY_DATA_DIR: ${config.dataDir} cannot be used as a folder (${code}).`;
  if (config.databaseUrl !== undefined && NO_DATABASE.test(code))
    return `DATABASE_URL: the database cannot be reached (${error.message || code}).`;
  return undefined;
}

function textOf(error: Error, key: 'code' | 'path' | 'syscall' | 'hostname'): string {
  const value = Object.getOwnPropertyDescriptor(error, key)?.value;
  return typeof value === 'string' ? value : '';
}
