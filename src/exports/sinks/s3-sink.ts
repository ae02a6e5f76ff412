import { createHash } from 'node:crypto';
import type { S3Target } from '../../platform/config-export.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Sink } from './sink.ts';

const TIMEOUT_MS = 60_000;
const ANSWER_BYTES_MAX = 64 * 1_024;
/** Of an error document: its code and message. */
const DETAIL_CHARACTERS_MAX = 300;

/** The store did not take a file. */
class NotStored extends Error {
  constructor(name: string, why: string) {
    super(`${name} was not stored: ${why}`);
    this.name = 'NotStored';
  }
}

/** A bucket: one PUT for a file, signed (AWS Signature Version 4), so that it is there whole or not at all. */
export function createS3Sink(target: S3Target, outbound: Pick<Outbound, 'toTrusted'>): Sink {
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = target;
  const place = [bucket, prefix].filter((part) => part !== '').join('/');
  return {
    name: `s3://${place} at ${endpoint}`,
    async put(name, bytes) {
      // Loaded at the first file: most installations export nothing, or to a folder.
      const { AwsV4Signer } = await import('aws4fetch');
      const { url, headers } = await new AwsV4Signer({
        method: 'PUT',
        url: `${endpoint}/${place}/${name}`,
        headers: { 'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex') },
        service: 's3',
        region,
        accessKeyId,
        secretAccessKey,
      }).sign();
      const answer = await outbound.toTrusted({
        method: 'PUT',
        url: url.toString(),
        headers: Object.fromEntries(headers),
        body: Buffer.from(bytes),
        timeoutMs: TIMEOUT_MS,
        responseBytesMax: ANSWER_BYTES_MAX,
      });
      if (answer.kind === 'failed') throw new NotStored(name, answer.reason);
      if (answer.status >= 300)
        throw new NotStored(name, `${answer.status} ${answer.body.slice(0, DETAIL_CHARACTERS_MAX)}`);
    },
  };
}
