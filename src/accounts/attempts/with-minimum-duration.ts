/**
 * Shortest time of an answer that must not reveal whether an address is known. Both cases hash one password (about 60
 * ms on a small machine); what differs besides, a row or two, disappears in the rest.
 */
const answerTimeMinMs = 250;

/** Does something in a time that says nothing about what was found. */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), new Promise((resolve) => setTimeout(resolve, answerTimeMinMs))]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
