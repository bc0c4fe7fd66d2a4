/** Prints the description of the API, or writes it to a file; needs no database. */
import { writeFileSync } from 'node:fs';
import { apiRoutes, describeApi } from '../apps/service/src/server.ts';
import type { Deps } from '../apps/service/src/wiring.ts';

// Routes take what they need when they are called, and none is.
const nothing = {} as Deps;
const document = JSON.stringify(
  describeApi(apiRoutes(nothing), 'https://pappel.example.com', 'TEST'),
  null,
  2,
);
const [file] = process.argv.slice(2);
if (file) writeFileSync(file, document);
else console.log(document);
