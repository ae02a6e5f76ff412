/**
 * Which service a program calls and as whom, as `bly` and the guides read it: BLY_URL and BLY_API_KEY.
 * Undefined where there is no environment: browsers, and most edge runtimes.
 */
export function fromEnvironment(name: 'BLY_URL' | 'BLY_API_KEY'): string | undefined {
  const process: unknown = Reflect.get(globalThis, 'process');
  const value = at(at(process, 'env'), name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
