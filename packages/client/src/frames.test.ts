import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PappelError } from './error.ts';
import { type Frame, framesOf } from './frames.ts';

const bodyOf = (pieces: string[], end = true): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      if (end) controller.close();
    },
  });

async function read(body: ReadableStream<Uint8Array>, silenceMs?: number): Promise<Frame[]> {
  const frames: Frame[] = [];
  for await (const frame of framesOf(body, silenceMs)) frames.push(frame);
  return frames;
}

test('Frames are read however the bytes are cut, with the characters whole', async () => {
  const text = ': ok\n\nid: 1\nevent: a\ndata: {"å":1}\n\nid: 2\r\n\r\ndata: x\ndata: y\n\n';
  const expected = [
    { id: '1', event: 'a', data: '{"å":1}' },
    { id: '2', event: '', data: '' },
    { id: '', event: '', data: 'x\ny' },
  ];
  assert.deepEqual(await read(bodyOf([text])), expected);
  const bytes = [...new TextEncoder().encode(text)];
  const one = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
      controller.close();
    },
  });
  assert.deepEqual(await read(one), expected);
});

test('Who falls silent is given up, and a line without an end is not gathered', async () => {
  const isCut = (error: unknown) => error instanceof PappelError && error.code === 'NETWORK_ERROR';
  await assert.rejects(read(bodyOf([': ok\n'], false), 50), isCut);
  await assert.rejects(read(bodyOf(['x'.repeat(1_048_577)])), isCut);
});
