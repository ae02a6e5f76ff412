import { readTable } from './csv-tables.ts';

/** Who uses a terminal, and for flights within the country, abroad, or both. */
export interface TerminalRule {
  readonly terminal: string;
  readonly flights: 'home' | 'abroad' | '';
  /** Airline codes, `+alliance`, or `*` for everyone else. */
  readonly tenants: ReadonlySet<string>;
}

/** Reads terminals.csv: the rules of each airport it names, in their order. Undefined for a bundle without the file. */
export function readTerminals(dir: string): ReadonlyMap<string, readonly TerminalRule[]> | undefined {
  const rows = readTable(dir, 'terminals.csv', []);
  if (rows.length === 0) return undefined;
  const rules = new Map<string, TerminalRule[]>();
  for (const row of rows) {
    const flights = row.get('flights');
    if (flights !== 'home' && flights !== 'abroad' && flights !== '')
      throw new Error(`World data: ${row.where}: flights is home, abroad or empty`);
    const known = rules.get(row.get('airport')) ?? [];
    known.push({ terminal: row.get('terminal'), flights, tenants: new Set(row.get('airlines').split(' ')) });
    rules.set(row.get('airport'), known);
  }
  return rules;
}
