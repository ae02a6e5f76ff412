/** Everything before the hosts, the hosts, everything after them. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/;

/**
 * The addresses of one server each that `DATABASE_URL` names, in its order. Several hosts stand as PostgreSQL's own
 * libraries take them (libpq, section 34.1.1.3): `postgres://user:password@one:5432,two:5432/bly`.
 */
export function serverUrlsOf(databaseUrl: string): readonly [string, ...string[]] {
  const [, before = '', hosts = '', after = ''] = ADDRESS.exec(databaseUrl) ?? [];
  const [first, ...others] = hosts.split(',').map((host) => `${before}${host}${after}`);
  return first === undefined || others.length === 0 ? [databaseUrl] : [first, ...others];
}

/** Which of several servers is connected to. One of them takes writes; which one, only asking it shows. */
export interface ServerChoice {
  readonly count: number;
  readonly current: string;
  /** This one does not answer, or takes no writes: the next one is current, unless another already is. */
  leave(url: string): void;
}

/** Begins with the first. */
export function createServerChoice(urls: readonly [string, ...string[]]): ServerChoice {
  let place = 0;
  const current = () => urls[place] ?? urls[0];
  return {
    count: urls.length,
    get current() {
      return current();
    },
    leave(url) {
      if (url === current()) place = (place + 1) % urls.length;
    },
  };
}
