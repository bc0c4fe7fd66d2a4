import type { Db } from '../platform/db/database.ts';
import { type Config, ConfigError } from '../settings/config.ts';
import { forgetFormerLife, joinNodes, type Membership } from './join-nodes.ts';
import { keptNodeId } from './kept-secrets.ts';
import { nodeFacts } from './node-facts.ts';

interface Process {
  /** Which one of the node, from 1. */
  number: number;
  /** It has the data directory, rather than being started by who has. */
  isAlone: boolean;
}

/** A process among the nodes of its database. Throws with what it would do otherwise than they. */
export async function takePlace(
  db: Db,
  config: Config,
  opened: Parameters<typeof nodeFacts>[1],
  { number, isAlone }: Process,
): Promise<Membership> {
  const { dataDir } = config;
  const machineId = await keptNodeId(dataDir, 1);
  const nodeId = await keptNodeId(dataDir, number);
  if (isAlone) await forgetFormerLife(db, machineId);
  const place = await joinNodes(db, { nodeId, machineId }, await nodeFacts(config, opened));
  if ('problems' in place) throw new ConfigError(place.problems);
  return place;
}
