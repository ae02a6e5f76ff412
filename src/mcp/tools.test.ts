import { expect, test } from 'vitest';
import { routes } from '../routes.ts';
import { instructions } from './prompts.ts';
import { listTools } from './tools.ts';

test('how demand is counted is told once, by the instructions, and not by each tool of it', () => {
  const demand = [...listTools(routes).values()].filter(
    ({ route }) => route.tag === 'Demand' && route.operationId.startsWith('demand_'),
  );
  expect(demand.map(({ listed }) => listed.name).toSorted()).toEqual([
    'demand_audiences',
    'demand_destinations',
    'demand_markets',
    'demand_trends',
  ]);
  for (const { listed, definition } of demand) {
    expect(listed.description, listed.name).not.toMatch(/Counted|baseline|sample_size/);
    expect(definition.description, listed.name).toMatch(/Counted [\s\S]*baseline[\s\S]*sample_size/);
    expect(definition.description.startsWith(listed.description), listed.name).toBe(true);
  }
  expect(instructions).toMatch(
    /Demand is counted from searches, trips and bookings made here, on UTC days; .*baseline.*basis and sample_size/,
  );
});
