import type { Atlas } from '../../../src/reference/atlas.ts';
import type { BranchKind } from './branch-names.ts';
import type { RentalCompany, RentalMarket, RentalTables } from '../rental-tables.ts';

/** Where cars of one company are handed out. */
export interface RentalBranch {
  /** Company, place and kind: `VLLISA` is Velanto's at the airport LIS, `VLLISD` its office in the city LIS. */
  readonly id: string;
  readonly hash: number;
  readonly company: RentalCompany;
  readonly market: RentalMarket;
  readonly kind: BranchKind;
  readonly name: string;
  readonly address: string;
  readonly cityCode: string;
  readonly cityName: string;
  readonly country: string;
  readonly subregion: string;
  readonly airport: string | undefined;
  readonly latitude: number;
  readonly longitude: number;
  readonly zone: string;
  readonly zoneIndex: number;
  /**
   * How large a counter it is, as an index of AIRPORT_SIZES; an office in town counts as an airport of a smaller size.
   */
  readonly size: number;
}

/** What the branches of a world are made from. */
export interface BranchFacts {
  readonly atlas: Atlas;
  readonly tables: RentalTables;
  readonly seed: number;
  /** Inhabitants by city code, of the cities the bundle knows. */
  readonly inhabitants: ReadonlyMap<string, number>;
}
