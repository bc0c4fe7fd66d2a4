import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  /** Messages at our AS4 endpoint by what became of them. */
  inbound: Counter<'outcome'>;
  mls: MlsMetrics;
  /** Background jobs by how they went, with their seconds. */
  jobs: Histogram<'job' | 'outcome'>;
  outbound: OutboundMetrics;
  participantMoves: Counter<'status'>;
  http: Histogram<'server' | 'method' | 'route' | 'status'>;
  /** Seconds until a connection to the database could be had. */
  databaseWait: Histogram;
  revocation: Counter<'outcome'>;
  /** Spans of traces by whether the collector took them. */
  spans: Counter<'outcome'>;
  /** Reports to OpenPeppol that should have been accepted by now. */
  lateReports: Gauge;
  /** Documents that were not sent because what is kept of them is not what was submitted. */
  damagedPayloads: Counter;
  sftp: SftpMetrics;
}

export interface OutboundMetrics {
  /** Documents that came to an end, by how and why. */
  messages: Counter<'outcome' | 'code'>;
  retries: Counter<'code'>;
  /** Seconds from taking a document to its Receipt. */
  delivery: Histogram;
  /** Seconds of a step on the way: validate, discover, send, settle. */
  steps: Histogram<'step'>;
}

export interface SftpMetrics {
  connections: Gauge;
  logins: Counter<'outcome'>;
  bytes: Counter<'direction'>;
  /** Files out of an outbox by what became of them. */
  pickedUp: Counter<'outcome'>;
}

export interface MlsMetrics {
  /** Seconds from the document's AS4 timestamp to the Receipt for our status about it; the target is 20 minutes. */
  sent: Histogram<'code'>;
  /** Seconds from the document's AS4 timestamp to the arrival of the status about it; the target is 25 minutes. */
  received: Histogram<'code'>;
  /** Statuses that came in, by what became of them. */
  outcomes: Counter<'outcome'>;
}

/** Prometheus metrics, served on the operator port. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const inbound = new Counter({
    name: 'pappel_inbound_messages_total',
    help: 'Messages at the AS4 endpoint by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const lateReports = new Gauge({
    name: 'pappel_late_reports',
    help: 'Reports to OpenPeppol not accepted ten days into the month',
    aggregator: 'max',
    registers: [registry],
  });
  const damagedPayloads = new Counter({
    name: 'pappel_damaged_payloads_total',
    help: 'Documents not sent because their payload is missing or is not what was submitted',
    registers: [registry],
  });
  const jobs = new Histogram({
    name: 'pappel_job_duration_seconds',
    help: 'Runs of background jobs by outcome: done, not-yet, trouble, failed, ended',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120, 900],
    registers: [registry],
  });
  return {
    registry,
    inbound,
    jobs,
    lateReports,
    damagedPayloads,
    outbound: outboundMetrics(registry),
    mls: mlsMetrics(registry),
    sftp: sftpMetrics(registry),
    ...plumbingMetrics(registry),
  };
}

/** Fractions of a second in which most is done, and the waits of retries. */
const DELIVERY_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3_600, 14_400, 86_400];
const STEP_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

function outboundMetrics(registry: Registry): OutboundMetrics {
  const registers = [registry];
  return {
    messages: new Counter({
      name: 'pappel_outbound_messages_total',
      help: 'Documents that came to an end by outcome and error code',
      labelNames: ['outcome', 'code'],
      registers,
    }),
    retries: new Counter({
      name: 'pappel_outbound_retries_total',
      help: 'Attempts that failed and are made again by error code',
      labelNames: ['code'],
      registers,
    }),
    delivery: new Histogram({
      name: 'pappel_outbound_delivery_seconds',
      help: 'From taking a document to its Receipt',
      buckets: DELIVERY_SECONDS,
      registers,
    }),
    steps: new Histogram({
      name: 'pappel_outbound_step_duration_seconds',
      help: 'Steps on the way of a document: validate, discover, send, settle',
      labelNames: ['step'],
      buckets: STEP_SECONDS,
      registers,
    }),
  };
}

function plumbingMetrics(registry: Registry) {
  const registers = [registry];
  return {
    participantMoves: new Counter({
      name: 'pappel_participant_moves_total',
      help: 'Participants that took a status',
      labelNames: ['status'],
      registers,
    }),
    http: new Histogram({
      name: 'pappel_http_request_duration_seconds',
      help: 'Requests by server, method, route and status',
      labelNames: ['server', 'method', 'route', 'status'],
      buckets: STEP_SECONDS,
      registers,
    }),
    databaseWait: new Histogram({
      name: 'pappel_database_wait_seconds',
      help: 'Until a connection to the database could be had',
      buckets: STEP_SECONDS,
      registers,
    }),
    revocation: new Counter({
      name: 'pappel_revocation_checks_total',
      help: 'Looks at whether a certificate was revoked by outcome: good, revoked, unknown',
      labelNames: ['outcome'],
      registers,
    }),
    spans: new Counter({
      name: 'pappel_trace_spans_total',
      help: 'Spans of traces by what became of them: delivered, lost',
      labelNames: ['outcome'],
      registers,
    }),
  };
}

/** Both targets are buckets of their own [PNP SLR MLS-1, MLS-2]. */
const STATUS_SECONDS = [1, 5, 15, 60, 300, 600, 900, 1_200, 1_500, 3_600, 14_400, 86_400];

function mlsMetrics(registry: Registry): MlsMetrics {
  const duration = (name: string, help: string) =>
    new Histogram({ name, help, labelNames: ['code'], buckets: STATUS_SECONDS, registers: [registry] });
  return {
    sent: duration('pappel_mls_sent_seconds', 'From an inbound document to our status about it'),
    received: duration('pappel_mls_received_seconds', 'From an outbound document to the status about it'),
    outcomes: new Counter({
      name: 'pappel_mls_received_total',
      help: 'Message Level Statuses received by what became of them',
      labelNames: ['outcome'],
      registers: [registry],
    }),
  };
}

function sftpMetrics(registry: Registry): SftpMetrics {
  const counter = <Label extends string>(name: string, help: string, label: Label) =>
    new Counter({ name, help, labelNames: [label], registers: [registry] });
  return {
    connections: new Gauge({
      name: 'pappel_sftp_connections',
      help: 'SFTP connections that are open',
      registers: [registry],
    }),
    logins: counter('pappel_sftp_logins_total', 'Attempts to sign in over SFTP by outcome', 'outcome'),
    bytes: counter('pappel_sftp_bytes_total', 'Bytes of files over SFTP, up and down', 'direction'),
    pickedUp: counter('pappel_sftp_files_total', 'Files taken out of an outbox by outcome', 'outcome'),
  };
}
