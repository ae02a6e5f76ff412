import { connect } from 'node:net';

/** Sends bytes as they are, which no HTTP client would, and reads until the server closes or has answered. */
export async function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ host: hostname, port: Number(port) }, () => socket.end(bytes, 'latin1'));
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('end', () => resolve(Buffer.concat(chunks).toString('latin1')));
  socket.on('error', reject);
  return await promise;
}
