import type { Certificate } from '@pappel/pki/certificate';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../platform/db/database.ts';
import type { Health } from '../platform/health.ts';
import { queueState } from '../platform/jobs/queue-table.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Siblings } from '../platform/siblings.ts';
import { type ClusterState, readCluster } from './cluster-state.ts';
import { diskFigures } from './looks.ts';

export interface GaugeDeps {
  metrics: Pick<Metrics, 'registry'>;
  database: Database;
  health: Health;
  config: { dataDir: string };
  streams: { count(): number };
  siblings: Pick<Siblings, 'count' | 'states'>;
  identity: {
    accessPoint: { certificate: Certificate };
    smp: { certificate: Certificate };
    formerAccessPoints: readonly { certificate: Certificate }[];
  };
}

/** What is looked up when somebody scrapes. A figure that cannot be had is left out: an old one would be believed. */
export function addGauges(deps: GaugeDeps): void {
  const { metrics, database, health, config, streams } = deps;
  const { registry } = metrics;
  new Gauge({
    name: 'pappel_streams',
    help: 'Event streams that are open',
    registers: [registry],
    collect() {
      this.set(streams.count());
    },
  });
  addProcesses(registry, deps.siblings);
  addPool(registry, database);
  addCertificates(registry, deps.identity);
  const disk = shared(() => diskFigures(config.dataDir));
  simple(registry, 'pappel_disk_free_bytes', 'Free space of DATA_DIR', async () => (await disk()).freeBytes);
  simple(
    registry,
    'pappel_disk_size_bytes',
    'Size of the disk of DATA_DIR',
    async () => (await disk()).totalBytes,
  );
  const queue = shared(() => queueState(database.pool));
  simple(registry, 'pappel_jobs_due', 'Jobs that wait for a worker', async () => (await queue()).due);
  simple(
    registry,
    'pappel_jobs_oldest_due_seconds',
    'How long the oldest job has waited for a worker',
    async () => (await queue()).oldestSeconds,
  );
  simple(
    registry,
    'pappel_jobs_running',
    'Jobs that are being worked on',
    async () => (await queue()).running,
  );
  const cluster = shared(() => readCluster(database.db));
  addCluster(registry, cluster);
  addArchives(registry, cluster);
  addWebhooks(registry, cluster);
  new Gauge({
    name: 'pappel_health',
    help: '1 for each part that is well, 0 for one that is not; of several processes, where it is not in one',
    labelNames: ['part'],
    aggregator: 'min',
    registers: [registry],
    collect() {
      for (const { part, ok } of health.parts()) this.set({ part }, ok ? 1 : 0);
    },
  });
}

/** The processes of this node, as the one that started them sees them; nothing where there is one alone. */
function addProcesses(registry: Registry, siblings: GaugeDeps['siblings']): void {
  if (siblings.count === 1) return;
  const read = shared(() => siblings.states());
  simple(
    registry,
    'pappel_processes_running',
    'Processes of this node that run',
    async () => (await read()).filter(({ phase }) => phase === 'running').length,
  );
  simple(
    registry,
    'pappel_process_crashes',
    'How often a process of this node ended without being asked to, since the start',
    async () => (await read()).reduce((sum, { crashes }) => sum + crashes, 0),
  );
}

function addPool(registry: Registry, { pool }: Database): void {
  new Gauge({
    name: 'pappel_database_connections',
    help: 'Connections to the database, those of them that are idle, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}

function addCertificates(
  registry: Registry,
  { accessPoint, smp, formerAccessPoints }: GaugeDeps['identity'],
): void {
  const gauge = new Gauge({
    name: 'pappel_certificate_expiry_timestamp_seconds',
    help: 'When a certificate of ours ends',
    labelNames: ['role'],
    aggregator: 'first',
    registers: [registry],
  });
  const roles = [
    ['ap', accessPoint],
    ['smp', smp],
    ...formerAccessPoints.map((former, index) => [`ap_former_${index + 1}`, former] as const),
  ] as const;
  for (const [role, { certificate }] of roles) gauge.set({ role }, certificate.validTo.getTime() / 1_000);
}

function addCluster(registry: Registry, read: () => Promise<ClusterState>): void {
  const list = (
    name: string,
    help: string,
    label: string,
    values: (state: ClusterState) => Record<string, number>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      aggregator: 'first',
      registers: [registry],
      async collect() {
        this.reset();
        const state = await read().catch(() => undefined);
        for (const [key, value] of Object.entries(state ? values(state) : {}))
          this.set({ [label]: key }, value);
      },
    });
  list('pappel_participants', 'Participants by status', 'status', (state) => state.participants);
  list(
    'pappel_failing_jobs',
    'Jobs that fail, and those that were given up',
    'state',
    (state) => state.failingJobs,
  );
  list(
    'pappel_event_reader_lag',
    'Events that a reader of the log has not read',
    'reader',
    (state) => state.eventLag,
  );
  list(
    'pappel_provider_messages',
    'Statuses and reports of ours by state',
    'status',
    (state) => state.ownMessages,
  );
  list('pappel_webhooks', 'Webhook endpoints by status', 'status', (state) => state.webhooks);
  simple(
    registry,
    'pappel_circuits_open',
    'Access points that are left alone for a minute',
    async () => (await read()).openCircuits,
  );
  simple(registry, 'pappel_nodes', 'Nodes that work on this database', async () => (await read()).nodes);
  simple(
    registry,
    'pappel_mls_overdue',
    'Inbound documents without our status for more than 15 minutes',
    async () => (await read()).overdueStatuses,
  );
}

function addArchives(registry: Registry, read: () => Promise<ClusterState>): void {
  simple(
    registry,
    'pappel_archives_open',
    'Archives that are begun and whose documents are not removed yet',
    async () => (await read()).openArchives,
  );
  simple(
    registry,
    'pappel_archive_lost_documents',
    'Documents past their retention that wait because their bytes are not in the payload store',
    async () => (await read()).lostDocuments,
  );
}

function addWebhooks(registry: Registry, read: () => Promise<ClusterState>): void {
  simple(
    registry,
    'pappel_webhook_deliveries_due',
    'Webhook deliveries that wait to be made',
    async () => (await read()).webhooksDue,
  );
  simple(
    registry,
    'pappel_webhook_oldest_due_seconds',
    'How long the oldest of them has waited',
    async () => (await read()).oldestWebhookSeconds,
  );
}

/** What is the same whichever process is asked. */
function simple(registry: Registry, name: string, help: string, read: () => Promise<number>): void {
  new Gauge({
    name,
    help,
    aggregator: 'first',
    registers: [registry],
    async collect() {
      this.remove();
      await read().then(
        (value) => this.set(value),
        () => undefined,
      );
    },
  });
}

const FRESH_MS = 1_000;
const LONGEST_MS = 2_000;

/** One reading for all that are asked at the same time; none is waited for so long that the scrape fails. */
function shared<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let last: { at: number; value: Promise<Value> } | undefined;
  return () => {
    if (!last || Date.now() - last.at > FRESH_MS) {
      const late = new Promise<never>((_, reject) => {
        setTimeout(reject, LONGEST_MS, new Error('no answer')).unref();
      });
      last = { at: Date.now(), value: Promise.race([read(), late]) };
      last.value.catch(() => undefined);
    }
    return last.value;
  };
}
