import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { closedAtTheEnd } from '../service/leak-check.ts';

/** An S3-compatible store that takes objects, and checks each signature as AWS describes it (Signature Version 4). */
export interface S3Stub {
  readonly endpoint: string;
  /** By `/bucket/key`. */
  readonly objects: Map<string, Buffer>;
  /** Answers the next PUT with 503, whether or not it stores it. */
  failNext(how: 'before' | 'after'): void;
  close(): Promise<void>;
}

/** Whose objects it takes. */
export interface S3Keys {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Starts a store on a port of its own. */
export async function startS3Stub(keys: S3Keys): Promise<S3Stub> {
  const objects = new Map<string, Buffer>();
  let failure: 'before' | 'after' | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      if (request.method !== 'PUT' || !isSigned(request, body, keys)) {
        response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
        return;
      }
      const how = failure;
      failure = undefined;
      if (how !== 'before') objects.set(request.url ?? '', body);
      response.writeHead(how === undefined ? 200 : 503).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The store has no port.');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    objects,
    failNext: (how) => {
      failure = how;
    },
    close: closedAtTheEnd(
      () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    ),
  };
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;

function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer, keys: S3Keys): boolean {
  const [, keyId, day = '', region = '', names = '', signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  const hash = createHash('sha256').update(body).digest('hex');
  if (keyId !== keys.accessKeyId || region !== keys.region || headers['x-amz-content-sha256'] !== hash) return false;
  const signed = names.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return false;
  const canonical = [
    method,
    url,
    '',
    ...signed.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    names,
    hash,
  ].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${day}/${region}/s3/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (one, part) => createHmac('sha256', one).update(part).digest(),
    `AWS4${keys.secretAccessKey}`,
  );
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}
