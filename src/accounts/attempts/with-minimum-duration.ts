/**
 * Does something in a time that says nothing about what was found: whether an address is known must not be read off an
 * answer. Both cases hash one password (about 60 ms on a small machine); what differs besides, a row or two, disappears
 * in the rest of `leastMs`.
 */
export async function withMinimumDuration<T>(leastMs: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), new Promise((resolve) => setTimeout(resolve, leastMs))]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
