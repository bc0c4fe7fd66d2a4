/** Every setting; further former keys are AP_FORMER_2_… and so on. setting-reference.ts says what each means. */
export const SETTING_NAMES = [
  ...['HOST', 'PORT', 'OPERATOR_HOST', 'OPERATOR_PORT', 'SMP_PORT', 'AS4_PORT', 'HEALTH_HOST', 'HEALTH_PORT'],
  ...[
    'SFTP_PORT',
    'SFTP_PUBLIC_HOST',
    'SFTP_PUBLIC_PORT',
    'EVENTS_DAYS',
    'RETENTION_DAYS',
    'WEBHOOK_SCHEDULE',
  ],
  ...[
    'DATA_DIR',
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'SECRET_KEY',
    'CONCURRENCY',
    'PROCESSES',
    'ROLES',
    'CONNECTIONS_PER_ADDRESS',
    'LOG_LEVEL',
    'RETRY_SCHEDULE',
  ],
  ...['S3_BUCKET', 'S3_REGION', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ...['ARCHIVE_DIR', 'ARCHIVE_S3_BUCKET'],
  ...['NETWORK', 'LOCALNET_DIR', 'SML_DNS', 'SML_URL', 'SML_ZONE', 'TRUST_ANCHORS', 'CONTACT'],
  ...['AP_KEYSTORE', 'AP_KEYSTORE_PASSWORD', 'AP_KEY', 'AP_CERTIFICATE'],
  ...['SMP_KEYSTORE', 'SMP_KEYSTORE_PASSWORD', 'SMP_KEY', 'SMP_CERTIFICATE'],
  ...['AP_FORMER_KEYSTORE', 'AP_FORMER_KEYSTORE_PASSWORD', 'AP_FORMER_KEY', 'AP_FORMER_CERTIFICATE'],
  ...['TLS_KEY', 'TLS_CERTIFICATE', 'PUBLIC_URL', 'SMP_PUBLIC_URL', 'AS4_PUBLIC_URL'],
  ...['SMP_MODE', 'SMP_EXTERNAL_URL', 'SMP_EXTERNAL_USER', 'SMP_EXTERNAL_PASSWORD'],
  ...['SMP_WRITE_USER', 'SMP_WRITE_PASSWORD', 'DIRECTORY_URL'],
  ...[
    'OPERATOR_TOKEN',
    'OPERATOR_URL',
    'SIGNUP_MODE',
    'BOOTSTRAP_TOKEN',
    'AUTO_APPROVE',
    'STRICT_ADDRESSING',
  ],
  ...['RATE_LIMITS', 'TRUST_PROXY', 'SMTP_URL', 'MAIL_FROM', 'ERASURE_ENABLED', 'VALIDATION', 'RULES_DIR'],
  ...['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_PROVIDER', 'OIDC_REDIRECT_URL'],
  ...['OPERATOR_OIDC_ISSUER', 'OPERATOR_OIDC_CLIENT_ID', 'OPERATOR_OIDC_CLIENT_SECRET'],
  ...['OPERATOR_OIDC_PROVIDER', 'OPERATOR_OIDC_REDIRECT_URL', 'OPERATOR_OIDC_DOMAINS'],
  ...['PASSKEY_RP_ID', 'PASSKEY_ORIGINS', 'SPID', 'PROVIDER_COUNTRY', 'MLS_TYPE', 'MLS_WAIT_SECONDS'],
  ...['SEND_REPORTS', 'REPORT_RECEIVER', 'SANDBOX'],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_PROTOCOL'],
  ...['OTEL_EXPORTER_OTLP_TIMEOUT', 'OTEL_SERVICE_NAME', 'OTEL_RESOURCE_ATTRIBUTES'],
  ...['OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'],
] as const;

/** How names begin that nobody else gives variables; what Kubernetes tells of a service of that name is not meant. */
const OURS = /^(?:AP|AS4|SMP|SML|MLS|SFTP|OIDC|PASSKEY|WEBHOOK|OPERATOR)_/;
const OF_KUBERNETES = /_(?:SERVICE_(?:HOST|PORT\w*)|PORT(?:_\d+_(?:TCP|UDP|SCTP)\w*)?)$/;

/** Shorter names are like too many others. */
const SHORTEST = 6;
const MOST_EDITS = 2;

/** The setting that was most likely meant by a name that is none; undefined when none is near. */
export function nearestName(name: string, settings: Iterable<string>): string | undefined {
  if (name.length < SHORTEST) return undefined;
  const upper = name.toUpperCase();
  const near = nearest(
    upper,
    [...settings].filter((setting) => setting.length >= SHORTEST),
  );
  if (near && near.edits <= MOST_EDITS) return near.setting;
  const family = OF_KUBERNETES.test(upper) ? undefined : OURS.exec(upper)?.[0];
  if (family === undefined) return undefined;
  return nearest(
    upper,
    [...settings].filter((setting) => setting.startsWith(family)),
  )?.setting;
}

function nearest(name: string, settings: readonly string[]): { setting: string; edits: number } | undefined {
  return settings
    .map((setting) => ({ setting, edits: editsBetween(name, setting) }))
    .sort((one, other) => one.edits - other.edits)[0];
}

/** Letters to insert, remove or replace, a pair that changed places counting once. */
function editsBetween(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const ways = [at(above, j) + 1, at(row, j - 1) + 1, at(above, j - 1) + (isSame ? 0 : 1)];
      if (isSwapped) ways.push(at(before, j - 2) + 1);
      row.push(Math.min(...ways));
    }
    before = above;
    above = row;
  }
  return at(above, other.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
