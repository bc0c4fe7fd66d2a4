/**
 * Prints the description of the API, or writes it to a file, and that of the operator's side to a second one; needs no
 * database.
 */
import { writeFileSync } from 'node:fs';
import { featuresToDescribe } from '../apps/service/src/features.ts';
import { describeOperatorApi, operatorRoutes } from '../apps/service/src/operator-server.ts';
import { apiRoutes, describeApi } from '../apps/service/src/server.ts';

const [file, operatorFile] = process.argv.slice(2);
const features = featuresToDescribe();
const url = 'https://pappel.example.com';
const inLines = (document: unknown): string => JSON.stringify(document, null, 2);
const document = inLines(describeApi(apiRoutes(features), url, 'TEST'));
if (file) writeFileSync(file, document);
else console.log(document);
if (operatorFile)
  writeFileSync(operatorFile, inLines(describeOperatorApi(operatorRoutes(features), url, 'TEST')));
