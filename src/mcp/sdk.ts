/**
 * The official SDK, loaded when the first client comes: it is large, and most installations of a test never need it.
 */
export async function loadSdk() {
  return await import('@modelcontextprotocol/server');
}
export type Sdk = Awaited<ReturnType<typeof loadSdk>>;
