/**
 * The codings that answers can be sent in, best first: between those a client likes equally, the one that costs us
 * least.
 */
const CODINGS = ['zstd', 'br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** More entries than any client names; the rest of a longer header is not read. */
const ENTRIES_MAX = 20;
const IDENTITY = 'identity';

/**
 * The coding that a client wants most (RFC 9110, section 12.5.3); undefined where it names none of ours, or likes plain
 * bytes better: `br;q=0.5, gzip` is gzip, `gzip;q=0` and no header at all are undefined.
 */
export function chooseCoding(header: string | string[] | undefined): Coding | undefined {
  if (header === undefined) return undefined;
  const weights = readWeights(String(header));
  let best: Coding | undefined;
  let highest = weights.get(IDENTITY) ?? 0;
  for (const coding of CODINGS) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0;
    // Compressed wins against plain at the same weight; of two codings the first.
    const isBetter = weight > highest || (best === undefined && weight === highest && weight > 0);
    if (isBetter) [best, highest] = [coding, weight];
  }
  return best;
}

function readWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const entry of header.split(',', ENTRIES_MAX)) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : clampWeight(Number(weight)));
  }
  return weights;
}

/** A weight that is no number is one nobody can mean: as if the coding had not been named. */
function clampWeight(weight: number): number {
  return Number.isFinite(weight) ? Math.min(1, Math.max(0, weight)) : 0;
}
