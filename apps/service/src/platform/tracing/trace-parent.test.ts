import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTraceParent, parseTraceParent } from './trace-parent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

test('A traceparent is read and written as Trace Context says', () => {
  const text = `00-${TRACE}-${SPAN}-01`;
  const parsed = parseTraceParent(text);
  assert.deepEqual(parsed, { traceId: TRACE, spanId: SPAN, traceFlags: 1 });
  assert.equal(parsed && formatTraceParent(parsed), text);
});

test('Flags that are not known here are dropped, and a later version may say more', () => {
  assert.equal(parseTraceParent(`00-${TRACE}-${SPAN}-fe`)?.traceFlags, 0);
  assert.equal(parseTraceParent(`cc-${TRACE}-${SPAN}-03-what-comes-later`)?.traceFlags, 1);
});

const WRONG = {
  nothing: '',
  'no ids': `00-${'0'.repeat(32)}-${SPAN}-01`,
  'no span': `00-${TRACE}-${'0'.repeat(16)}-01`,
  'capital letters': `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  'more than its version has': `00-${TRACE}-${SPAN}-01-more`,
  'the version that there is not': `ff-${TRACE}-${SPAN}-01`,
  'two of them': `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
  'more than anybody has to say': `cc-${TRACE}-${SPAN}-01-${'x'.repeat(1_000)}`,
};
for (const [what, text] of Object.entries(WRONG))
  test(`A traceparent of ${what} is none`, () => assert.equal(parseTraceParent(text), undefined));
