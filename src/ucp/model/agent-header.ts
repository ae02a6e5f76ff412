import { parseDictionary } from 'structured-headers';

/** The address of the platform's profile in `UCP-Agent: profile="https://…"` (RFC 8941), where it has one. */
export function readAgentHeader(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    const [value] = parseDictionary(text).get('profile') ?? [];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
