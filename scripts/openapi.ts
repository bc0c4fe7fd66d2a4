/** Prints the description of the API, or writes it to a file; needs no database. */
import { writeFileSync } from 'node:fs';
import { featuresToDescribe } from '../apps/service/src/features.ts';
import { apiRoutes, describeApi } from '../apps/service/src/server.ts';

const document = JSON.stringify(
  describeApi(apiRoutes(featuresToDescribe()), 'https://pappel.example.com', 'TEST'),
  null,
  2,
);
const [file] = process.argv.slice(2);
if (file) writeFileSync(file, document);
else console.log(document);
