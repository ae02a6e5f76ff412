import type { TerminalRule } from '../../src/reference/read-terminals.ts';
import type { AtlasAirline, AtlasAirport } from '../../src/reference/atlas.ts';
import { hashText, mix } from '../../src/reference/hash.ts';

/** How many terminals an airport of each size has (XL, L, M, S, XS) where nothing is known; one needs no name. */
const TERMINALS_BY_SIZE = [4, 2, 1, 1, 1] as const;
const LETTERED_COUNTRIES: ReadonlySet<string> = new Set(['US', 'MX']);

/**
 * The terminal an airline uses at an airport for a flight at home or abroad: the rule that names it, else its alliance,
 * else everyone; a rule for the kind of flight wins over one for both. Airports not listed have one terminal or none
 * that is named. A bundle without a list gets stable inventions, shared by an alliance away from home.
 */
export function terminalOf(airport: AtlasAirport, airline: AtlasAirline, isAbroad: boolean): string | undefined {
  if (!airport.terminals) return inventTerminal(airport, airline);
  const kind = isAbroad ? 'abroad' : 'home';
  const { terminals } = airport;
  return (
    terminalFor(terminals, airline.code, kind) ??
    terminalFor(terminals, allianceTenant(airline), kind) ??
    terminalFor(terminals, '*', kind)
  );
}

/** The terminal of the first rule for the tenant that is for this kind of flight, else of the first for both kinds. */
function terminalFor(
  rules: readonly TerminalRule[],
  tenant: string,
  kind: TerminalRule['flights'],
): string | undefined {
  let forBoth: string | undefined;
  for (const { flights, tenants, terminal } of rules) {
    if ((flights !== kind && flights !== '') || !tenants.has(tenant)) continue;
    if (flights === kind) return terminal;
    forBoth ??= terminal;
  }
  return forBoth;
}

/** How terminals.csv writes an alliance: `Star Alliance` is `+star_alliance`. */
function allianceTenant({ alliance }: AtlasAirline): string {
  return alliance ? `+${alliance.toLowerCase().replaceAll(' ', '_')}` : '';
}

function inventTerminal(airport: AtlasAirport, airline: AtlasAirline): string | undefined {
  const count = TERMINALS_BY_SIZE[airport.size] ?? 1;
  if (count === 1) return undefined;
  const tenant = airline.hubs.includes(airport.iata) || !airline.alliance ? airline.hash : hashText(airline.alliance);
  const number = mix(airport.hash, tenant) % count;
  return LETTERED_COUNTRIES.has(airport.country) ? String.fromCharCode(65 + number) : String(number + 1);
}
