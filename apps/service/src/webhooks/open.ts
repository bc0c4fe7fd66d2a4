import type { Logger } from 'pino';
import type { Principal } from '../platform/access/principal.ts';
import type { LastingReader } from '../platform/events/lasting-reader.ts';
import type { ClockWork } from '../platform/jobs/catalog.ts';
import type { JobHandlers } from '../platform/jobs/work.ts';
import { insideLookup, publicLookup } from '../platform/public-lookup.ts';
import type { Config } from '../settings/config.ts';
import { Deliverer } from './deliverer.ts';
import { fanOut, nobodyListens } from './fan-out.ts';
import { webhooksForClosing } from './for-closing.ts';
import { newPostAgent } from './post.ts';
import { recoverDeliveries } from './recover-job.ts';
import { WEBHOOK_SCHEDULE } from './retry.ts';
import { webhookRoutes } from './routes.ts';
import { signingSecretKey } from './signing-secret.ts';
import { sweepDeliveries } from './sweep-job.ts';
import { type AskedExample, tellExample } from './tell-example.ts';

type Needs = Omit<
  Parameters<typeof webhookRoutes>[0],
  'webhookKey' | 'webhookRules' | 'poster' | 'deliverer' | 'schedule'
> & {
  secretKey: Buffer;
  nodeId: string;
  log: Logger;
};
type Settings = Pick<Config, 'network' | 'webhookSchedule'>;

/** Opens a client of its own: it calls what customers named, and reaches nothing of ours. */
export function openWebhooks(
  base: Needs,
  { network, webhookSchedule: schedule = WEBHOOK_SCHEDULE }: Settings,
  opened: AsyncDisposableStack,
) {
  const webhookRules = { httpsOnly: network === 'production', publicOnly: network !== 'local' };
  const dispatcher = newPostAgent(webhookRules.publicOnly ? publicLookup : insideLookup);
  opened.defer(() => dispatcher.destroy());
  const webhookKey = signingSecretKey(base.secretKey);
  const poster = { dispatcher, rules: webhookRules };
  const deliverer = new Deliverer({ ...base, poster, webhookKey, schedule });
  opened.defer(() => deliverer.stop());
  return {
    routes: webhookRoutes({ ...base, webhookKey, webhookRules, poster, deliverer, schedule }),
    jobs: {
      'webhooks.recover': { run: (job) => recoverDeliveries({ ...base, deliverer }, job) },
      'webhooks.sweep': { run: () => sweepDeliveries(base) },
    } satisfies Partial<JobHandlers>,
    clock: [{ task: 'webhooks.sweep', match: '47 3 * * *' }] satisfies ClockWork[],
    reader: {
      onEvents: fanOut((ids) => deliverer.wake(ids)),
      nobodyCares: nobodyListens,
      mayRepeat: true,
    } satisfies LastingReader,
    /** An event that did not happen, for who tries an integration. */
    tellExample: (principal: Principal, asked: AskedExample) =>
      tellExample({ ...base, deliverer }, principal, asked),
    /** For the room that closes accounts. */
    forClosing: webhooksForClosing,
    start: () => deliverer.start(),
  };
}
