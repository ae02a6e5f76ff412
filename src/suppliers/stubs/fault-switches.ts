/** One switch: what goes wrong in which operation, and how often still. */
export interface FaultSwitch<Fault> {
  readonly id: string;
  /** The operation it waits for; `*` is any. */
  readonly operation: string;
  readonly fault: Fault;
  /** How often it strikes still; null until it is taken away. */
  readonly remaining: number | null;
  /** How many calls it lets pass first. */
  readonly skip: number;
  /** How often it has struck. */
  readonly struck: number;
}

/** What a switch is made of. */
export interface NewFaultSwitch<Fault> {
  readonly operation: string;
  readonly fault: Fault;
  readonly times?: number | undefined;
  readonly skip?: number | undefined;
}

/** The fault switches of one key. */
export interface FaultSwitches<Fault> {
  add(fault: NewFaultSwitch<Fault>): FaultSwitch<Fault>;
  /** Those that still strike, oldest first. */
  list(): readonly FaultSwitch<Fault>[];
  remove(id: string): boolean;
  clear(): void;
  /** The fault of the oldest switch for this operation that `accepts`; uses it up by one. */
  take<Taken extends Fault>(operation: string, accepts: (fault: Fault) => fault is Taken): Taken | undefined;
}

/** Makes an empty board of switches. */
export function createFaultSwitches<Fault>(): FaultSwitches<Fault> {
  let switches: readonly FaultSwitch<Fault>[] = [];
  let made = 0;

  const replace = (id: string, changed: FaultSwitch<Fault> | undefined): void => {
    switches = switches.flatMap((old) => (old.id !== id ? [old] : changed === undefined ? [] : [changed]));
  };
  const use = (found: FaultSwitch<Fault>): void => {
    const remaining = found.remaining === null ? null : found.remaining - 1;
    replace(found.id, remaining === 0 ? undefined : { ...found, remaining, struck: found.struck + 1 });
  };

  return {
    add({ operation, fault, times, skip }) {
      made += 1;
      const added = { id: `flt_${made}`, operation, fault, remaining: times ?? null, skip: skip ?? 0, struck: 0 };
      switches = [...switches, added];
      return added;
    },
    list: () => switches,
    remove(id) {
      const isThere = switches.some((one) => one.id === id);
      replace(id, undefined);
      return isThere;
    },
    clear() {
      switches = [];
    },
    take(operation, accepts) {
      for (const one of switches) {
        if ((one.operation !== '*' && one.operation !== operation) || !accepts(one.fault)) continue;
        if (one.skip > 0) {
          replace(one.id, { ...one, skip: one.skip - 1 });
          continue;
        }
        use(one);
        return one.fault;
      }
      return undefined;
    },
  };
}
