import { text } from 'node:stream/consumers';

/** Everything that comes on standard input. */
export async function readStandardInput(): Promise<string> {
  return await text(process.stdin);
}
