import type { Logger } from 'pino';
import type { Db } from '../platform/db/database.ts';
import { insideLookup, publicLookup } from '../platform/public-lookup.ts';
import { Deliverer } from './deliverer.ts';
import { newPostAgent, type Poster } from './post.ts';
import { WEBHOOK_SCHEDULE } from './retry.ts';
import { signingSecretKey } from './signing-secret.ts';
import type { TargetRules } from './target.ts';

/** What the use cases of webhooks share. */
export interface Webhooks {
  /** Seals the signing secrets of endpoints. */
  webhookKey: Buffer;
  webhookRules: TargetRules;
  poster: Poster;
  deliverer: Deliverer;
}

export interface WebhookOptions {
  network: 'local' | 'test' | 'production';
  webhookSchedule: readonly number[] | undefined;
  secretKey: Buffer;
  nodeId: string;
  db: Db;
  log: Logger;
}

/** Opens a client of its own: it calls what customers named, and reaches nothing of ours. */
export function openWebhooks(options: WebhookOptions, opened: AsyncDisposableStack): Webhooks {
  const { network, webhookSchedule: schedule = WEBHOOK_SCHEDULE, secretKey, nodeId, db, log } = options;
  const webhookRules = { httpsOnly: network === 'production', publicOnly: network !== 'local' };
  const dispatcher = newPostAgent(webhookRules.publicOnly ? publicLookup : insideLookup);
  opened.defer(() => dispatcher.destroy());
  const webhookKey = signingSecretKey(secretKey);
  const poster = { dispatcher, rules: webhookRules };
  const deliverer = new Deliverer({ db, nodeId, poster, webhookKey, schedule, log });
  return { webhookKey, webhookRules, poster, deliverer };
}
