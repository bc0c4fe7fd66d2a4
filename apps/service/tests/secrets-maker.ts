import { openDatabase } from '../src/platform/db/database.ts';
import { keptNodeId, keptSecrets } from '../src/start/kept-secrets.ts';

/** The part of a first start that makes secrets, as a process that can be killed: says when it begins, and when it is done. */
const [url = '', dataDir = ''] = process.argv.slice(2);
const { db, close } = openDatabase(url, { onError: () => undefined });
process.send?.('begins');
const given = { dataDir, secretKey: undefined, bootstrapToken: undefined, operatorToken: undefined };
await keptSecrets(db, given);
await keptNodeId(dataDir, 1);
process.send?.('done');
await close();
