/** What this file has opened and not closed yet, the oldest first. */
const open = new Set<() => Promise<unknown>>();

/**
 * Remembers how something is closed; answers the function that closes it, once. A worker runs many files one after the
 * other (see worker-pool.ts): what a file leaves open, because a test failed or somebody forgot, is closed for it at
 * its end.
 */
export function closedAtTheEnd<T>(close: () => Promise<T>): () => Promise<T> {
  let closing: Promise<T> | undefined;
  const closeOnce = (): Promise<T> => {
    open.delete(closeOnce);
    closing ??= close();
    return closing;
  };
  open.add(closeOnce);
  return closeOnce;
}

/** Closes what is left, the youngest first. What cannot be closed is let go: its own test has failed already. */
export async function closeWhatIsLeft(): Promise<void> {
  for (const close of [...open].reverse()) await close().catch(() => undefined);
}
