import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CaseBook } from './src/case-book.ts';
import { OurAccessPoint } from './src/our-access-point.ts';
import { Peer } from './src/peer.ts';
import { phase4ToUs } from './src/suites/phase4-to-us.ts';
import { usToPhase4 } from './src/suites/us-to-phase4.ts';
import { missingTools, versions } from './src/toolchain.ts';
import { openWorld } from './src/world.ts';

const scratch = join(import.meta.dirname, '../.scratch/interop');
const missing = missingTools();
if (missing.length > 0) {
  console.error(`npm run interop needs Java 17 (JDK), Maven and openssl. Not found: ${missing.join(', ')}.`);
  process.exit(1);
}
mkdirSync(scratch, { recursive: true });
const book = new CaseBook();
const world = await openWorld(scratch);
const phase4 = await Peer.start(
  { folder: 'phase4', main: 'Phase4Peer' },
  scratch,
  { args: [world.stores] },
);
const us = await OurAccessPoint.start(world);
await book.suite('phase4 sends to us', () => phase4ToUs(book, phase4, us));
await book.suite('We send to phase4', () => usToPhase4(book, world, phase4));
phase4.stop();
us.stop();
await world.close();
console.log(book.table());
console.log(versions(scratch, 'phase4', ['phase4-lib', 'peppol-commons']).join(', '));
book.writeJunit(join(scratch, 'junit.xml'));
process.exitCode = book.failed === 0 ? 0 : 1;
