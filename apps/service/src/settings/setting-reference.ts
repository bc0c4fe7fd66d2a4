import type { SETTING_NAMES } from './setting-names.ts';

type SettingName = (typeof SETTING_NAMES)[number];

/** What it is when it is not set, and what it does; printed to docs/reference/settings.md. */
type Description = readonly [otherwise: string, about: string];

/** Every setting by what it is about; one that is missing here does not compile. */
export const SETTING_REFERENCE = {
  'What most installations set': {
    NETWORK: ['`local`', '`local`, `test` or `production`: which Peppol it is on'],
    DATA_DIR: ['`./data`', 'database, payloads, keys made at the first start; one node has it at a time'],
    DATABASE_URL: [
      'one under `DATA_DIR`',
      'an external PostgreSQL, `postgres://…`; it may start later than Pappel',
    ],
    DATABASE_DIRECT_URL: [
      '`DATABASE_URL`',
      'where that leads through a pooler in transaction mode: the way past it, for what needs a connection of its own',
    ],
    PUBLIC_URL: ['`http://HOST:PORT`', 'how customers reach the API and the console'],
    SECRET_KEY: [
      'made once, in `DATA_DIR/secret-key`',
      'seals webhook secrets, SFTP host keys and what the installation made for itself, and signs cursors and links; the same on all nodes of one database',
    ],
    LOG_LEVEL: ['`info`', '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`'],
  },
  'Where it listens': {
    HOST: [
      '`127.0.0.1` on local, else `0.0.0.0`',
      'of the API, the SMP, AS4 and SFTP; `0.0.0.0` is all addresses',
    ],
    PORT: ['`8080`', 'of the API and the console'],
    OPERATOR_HOST: ['`127.0.0.1`', 'of the operator’s side'],
    OPERATOR_PORT: ['`8081`', 'of the operator’s side'],
    SMP_PORT: ['`8082`', 'of the SMP'],
    AS4_PORT: ['`8083`', 'of the access point'],
    SFTP_PORT: ['`2022`', 'of documents by SFTP; `off` for none'],
    SFTP_PUBLIC_HOST: ['host of `PUBLIC_URL`', 'what customers are told to connect to by SFTP'],
    SFTP_PUBLIC_PORT: ['`SFTP_PORT`', 'likewise'],
    HEALTH_PORT: [
      'none',
      'a port for `/health/live` and `/health/ready` alone; the API’s and the operator’s answer them too',
    ],
    HEALTH_HOST: ['`HOST`', 'of that port'],
    TLS_KEY: [
      'none',
      'PEM file for the AS4 and SMP ports, read again when it changes; without it something in front must serve TLS',
    ],
    TLS_CERTIFICATE: ['none', 'its certificate with those above it, of a web authority'],
    TRUST_PROXY: [
      'nobody',
      'addresses of the proxies whose `X-Forwarded-For` is believed: `10.0.0.7,loopback`, networks as `10.0.0.0/8`',
    ],
    CONNECTIONS_PER_ADDRESS: [
      '`256`',
      'connections at once from one address, on each public port; not behind `TRUST_PROXY`',
    ],
  },
  'Payloads in S3': {
    S3_BUCKET: ['payloads under `DATA_DIR`', 'the bucket'],
    S3_REGION: ['`us-east-1`', 'its region'],
    S3_ENDPOINT: ['that of AWS', 'URL of another service that speaks S3'],
    S3_ACCESS_KEY_ID: ['what the AWS SDK finds', 'the key'],
    S3_SECRET_ACCESS_KEY: ['what the AWS SDK finds', 'its secret'],
  },
  'The Peppol network': {
    AP_KEYSTORE: ['made on local', 'PKCS#12 file with key and certificate of the access point'],
    AP_KEYSTORE_PASSWORD: ['empty', 'its password'],
    AP_KEY: ['–', 'the same as a PEM file, in place of the PKCS#12'],
    AP_CERTIFICATE: ['–', 'its certificate'],
    AP_FORMER_KEYSTORE: [
      'none',
      'key of the seat before a renewal: messages encrypted to it are still read. Further ones are `AP_FORMER_2_KEYSTORE` …',
    ],
    AP_FORMER_KEYSTORE_PASSWORD: ['empty', 'its password'],
    AP_FORMER_KEY: ['–', 'the same as a PEM file'],
    AP_FORMER_CERTIFICATE: ['–', 'its certificate'],
    SMP_KEYSTORE: ['made on local', 'PKCS#12 file with key and certificate of the SMP'],
    SMP_KEYSTORE_PASSWORD: ['empty', 'its password'],
    SMP_KEY: ['–', 'the same as a PEM file'],
    SMP_CERTIFICATE: ['–', 'its certificate'],
    TRUST_ANCHORS: [
      'made on local',
      'PEM file with the Peppol CA certificates, held against pinned fingerprints',
    ],
    SMP_PUBLIC_URL: ['`https://HOST:SMP_PORT` on local', 'how the network reaches the SMP'],
    AS4_PUBLIC_URL: ['`https://HOST:AS4_PORT/as4` on local', 'how the network reaches the access point'],
    CONTACT: ['`support@pappel.invalid`', 'technical contact in the service metadata'],
    DIRECTORY_URL: ['that of the network', 'the Peppol Directory, to search and to feed; `off` for none'],
    SML_URL: [
      'that of the network',
      'another SML; with `SML_DNS` on local, the network of another installation',
    ],
    SML_DNS: ['of the system', '`host:port` of the DNS server to ask'],
    SML_ZONE: ['that of the network', 'the zone of the SML'],
    LOCALNET_DIR: ['`DATA_DIR/localnet`', 'keys of the local network, to join that of another installation'],
    SANDBOX: [
      '`true`, refused in production',
      'receivers of known answers, documents and events on demand ([sandbox](../sandbox.md))',
    ],
  },
  'An SMP elsewhere, and writing to ours': {
    SMP_MODE: [
      '`own`',
      '`external`: addresses are published at an SMP elsewhere, over the REST interface of phoss SMP',
    ],
    SMP_EXTERNAL_URL: ['–', 'that SMP; `SMP_PUBLIC_URL` is then its address for readers'],
    SMP_EXTERNAL_USER: ['–', 'our account there'],
    SMP_EXTERNAL_PASSWORD: ['–', 'its password'],
    SMP_WRITE_USER: ['nobody', 'who may write to our own SMP from outside, by Basic auth as at phoss SMP'],
    SMP_WRITE_PASSWORD: ['–', 'the password; 16 characters at least'],
  },
  'As a service provider': {
    SPID: ['digits of the seat', 'our address as a provider, such as `000123` or `000123-MLS.north`'],
    PROVIDER_COUNTRY: ['the certificate’s', 'where we are at home, two letters'],
    MLS_TYPE: ['`FAILURE_ONLY`', 'which statuses we ask for about documents we send; `ALWAYS_SEND` for all'],
    MLS_WAIT_SECONDS: [
      '`600`',
      'how long a document may wait to be collected before a status says so, at most 1140',
    ],
    SEND_REPORTS: ['`true` in production', 'whether the monthly reports are sent by themselves'],
    REPORT_RECEIVER: ['OpenPeppol', 'to whom'],
  },
  'Operators and customers': {
    OPERATOR_TOKEN: [
      'made once, in `DATA_DIR/operator-token`',
      'with which the first operator is made; 16 characters at least',
    ],
    OPERATOR_URL: [
      '`http://127.0.0.1:OPERATOR_PORT`',
      'where the operator’s people and the command line reach it; their console binds its cookie to https where this begins so, and their passkeys to its host',
    ],
    SIGNUP_MODE: [
      '`open` on local, else `bootstrap`',
      '`closed`, `bootstrap` or `open`: who may make an account',
    ],
    BOOTSTRAP_TOKEN: [
      'made once, in `DATA_DIR/bootstrap-token`',
      'makes one account: set another one for the next; 16 characters at least',
    ],
    AUTO_APPROVE: ['`false`', 'whether addresses are approved by themselves; refused in production'],
    ERASURE_ENABLED: ['`true`', 'whether users can be erased 30 days after deactivation'],
    SMTP_URL: [
      'no mail',
      '`smtp://user:password@host:587` or `smtps://…`; without it invitations and resets answer a `temporaryPassword`',
    ],
    MAIL_FROM: ['–', 'the sender, such as `"Pappel <peppol@example.com>"`'],
    OIDC_ISSUER: ['no single sign-on', 'the OpenID provider'],
    OIDC_CLIENT_ID: ['–', 'who we are there'],
    OIDC_CLIENT_SECRET: ['–', 'without it as a public client'],
    OIDC_PROVIDER: ['host of the issuer', 'what people call it'],
    OIDC_REDIRECT_URL: ['`PUBLIC_URL/sso/callback`', 'where it sends people back to'],
    OPERATOR_OIDC_ISSUER: ['no single sign-on', 'the OpenID provider of the operator’s people'],
    OPERATOR_OIDC_CLIENT_ID: ['–', 'who we are there'],
    OPERATOR_OIDC_CLIENT_SECRET: ['–', 'without it as a public client'],
    OPERATOR_OIDC_PROVIDER: ['host of the issuer', 'what people call it'],
    OPERATOR_OIDC_REDIRECT_URL: ['`OPERATOR_URL/sso/callback`', 'where it sends people back to'],
    OPERATOR_OIDC_DOMAINS: ['any', 'mail domains whose people may come in that way, by commas'],
    PASSKEY_RP_ID: ['host of `PUBLIC_URL`', 'a wider domain for passkeys'],
    PASSKEY_ORIGINS: ['origin of `PUBLIC_URL`', 'further pages in it, by commas'],
  },
  'Documents, events and work': {
    VALIDATION: [
      '`builtin`',
      'whose rules decide: `builtin`, `installed` (by `pappel rules install`), or `both`, which logs where they differ',
    ],
    RULES_DIR: ['`DATA_DIR/rules`', 'where the installed ones are'],
    STRICT_ADDRESSING: [
      '`false`',
      'whether addresses in a document that differ from the request’s are an error',
    ],
    RATE_LIMITS: [
      'the contract’s',
      '`off`, or limits by name: `submissions=1000/10,sign-in/minute=10/60` (calls/seconds)',
    ],
    EVENTS_DAYS: ['`90`', 'how long events are kept'],
    RETENTION_DAYS: [
      '`2557`',
      'how long a document is kept after its final status, 30 at least; what waits to be collected is never removed',
    ],
    ARCHIVE_DIR: [
      'none: removed without',
      'a folder for [archives](../operator.md#how-long-documents-are-kept): what `RETENTION_DAYS` ends is removed only once it stands there; the same one on all nodes',
    ],
    ARCHIVE_S3_BUCKET: [
      '–',
      'in place of `ARCHIVE_DIR` a bucket, at the same service and by the same key as `S3_…` says',
    ],
    RETRY_SCHEDULE: ['`60,300,900,3600,10800,28800,86400`', 'seconds before each further attempt to send'],
    WEBHOOK_SCHEDULE: [
      'that of [events and webhooks](../events-and-webhooks.md)',
      'seconds before each attempt to deliver to a webhook endpoint',
    ],
    CONCURRENCY: ['`16`', 'jobs at once in a process'],
    PROCESSES: [
      '`1`',
      'how many processes share the work of this node, `auto` for one a core ([scaling](../scaling.md))',
    ],
    ROLES: [
      'all',
      'what this node does, by commas: `http` (API and console), `network` (AS4 and SMP), `worker`, `sftp`; the operator’s side is on each',
    ],
  },
  'Traces by OpenTelemetry': {
    OTEL_EXPORTER_OTLP_ENDPOINT: [
      'no traces',
      'URL of a collector that takes OTLP over HTTP, such as `http://localhost:4318` ([traces](../monitoring.md#traces))',
    ],
    OTEL_EXPORTER_OTLP_HEADERS: ['none', 'what it asks for, as `authorization=Bearer%20…,x-tenant=…`'],
    OTEL_EXPORTER_OTLP_PROTOCOL: ['`http/protobuf`', 'no other is spoken'],
    OTEL_EXPORTER_OTLP_TIMEOUT: ['`10000`', 'milliseconds that it has for a batch'],
    OTEL_SERVICE_NAME: ['`pappel`', 'who traces'],
    OTEL_RESOURCE_ATTRIBUTES: ['–', 'what else is said of it, as `deployment.environment.name=prod`'],
    OTEL_TRACES_SAMPLER: [
      '`parentbased_always_on`',
      'which traces are recorded: `always_on`, `always_off`, `traceidratio`, or one of them after `parentbased_`',
    ],
    OTEL_TRACES_SAMPLER_ARG: ['`1`', 'for `traceidratio`, how many of them: `0.1` is every tenth'],
  },
} as const satisfies Record<string, Partial<Record<SettingName, Description>>>;

type Groups = typeof SETTING_REFERENCE;
type Described = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

/** A setting without a line above is missing here. */
export const UNDESCRIBED: Record<Exclude<SettingName, Described>, never> = {};
