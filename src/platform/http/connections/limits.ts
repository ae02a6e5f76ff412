import { totalmem } from 'node:os';

/** Bounds on what clients can make a server hold: connections, and answers that they do not read. */
export interface ConnectionLimits {
  /** A connection whose client has taken no byte for this long, while bytes wait for it, is closed. */
  readonly writeTimeoutMs: number;
  /** Bytes of answers that one organization has not read yet. */
  readonly organizationUnsentBytesMax: number;
  /** Bytes of answers that nobody has read yet, of all callers together. */
  readonly processUnsentBytesMax: number;
  /** Open connections of one client address, where clients connect directly (no proxy in front). */
  readonly connectionsPerAddressMax: number;
}

const MIB = 1024 * 1024;
const WRITE_TIMEOUT_MS = 30_000;
/** Four of the largest answers, as many as an organization may have under way. */
const ORGANIZATION_UNSENT_BYTES_MAX = 16 * MIB;
const PROCESS_UNSENT_BYTES_MAX = 256 * MIB;
/** The part of a small machine's memory that unread answers may take. */
const MEMORY_SHARE = 1 / 4;
/**
 * One address may take a tenth of all connections: enough for the largest pool of a client, too few to lock others out.
 */
const ADDRESS_SHARE = 1 / 10;

/** The limits of a process that accepts `connectionsMax` connections. */
export function defaultLimits(connectionsMax: number): ConnectionLimits {
  const ofMemory = Math.floor(memoryBytes() * MEMORY_SHARE);
  return {
    writeTimeoutMs: WRITE_TIMEOUT_MS,
    organizationUnsentBytesMax: ORGANIZATION_UNSENT_BYTES_MAX,
    processUnsentBytesMax: Math.max(ORGANIZATION_UNSENT_BYTES_MAX, Math.min(PROCESS_UNSENT_BYTES_MAX, ofMemory)),
    connectionsPerAddressMax: Math.max(1, Math.floor(connectionsMax * ADDRESS_SHARE)),
  };
}

/** What a container allows this process, or what the machine has. */
function memoryBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
