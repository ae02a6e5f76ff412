import type { Reads } from './reads.ts';

/** After what may have written, whatever came of it, its organization reads from the primary, for a moment. */
export async function notingWrite<T>(
  app: { readonly reads: Pick<Reads, 'noteWrite'> },
  organizationId: string,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } finally {
    await app.reads.noteWrite(organizationId);
  }
}
