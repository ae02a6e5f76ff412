import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordingFile } from '../../src/docs/recorded-calls.ts';
import { recordAnswers } from '../support/recording/record-answers.ts';

test('x', async () => {
  const recorded = await recordAnswers();
  if (process.env['BLY_RECORD_ANSWERS'] === '1') {
    mkdirSync(new URL('.', recordingFile), { recursive: true });
    writeFileSync(recordingFile, `${JSON.stringify(recorded, undefined, 1)}\n`);
  }
  expect(Object.keys(recorded.calls).length).toBeGreaterThan(100);
});
