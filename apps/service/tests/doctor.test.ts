import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readAnchors } from '@pappel/pki/anchors';
import { Trust } from '@pappel/pki/trust';
import pg from 'pg';
import { joining } from '../../../localnet/tests/killable.ts';
import { certificateChecks } from '../src/doctor/check-certificates.ts';
import { ofClocks } from '../src/doctor/check-machine.ts';
import { examine } from '../src/doctor/examine.ts';
import type { Finding } from '../src/doctor/finding.ts';
import { openNetwork } from '../src/foundation.ts';
import { inspectConfig } from '../src/settings/config.ts';
import { runPappel } from './command.ts';
import { newDatabase, newEnvironment, type Pappel, startWith } from './harness.ts';
import { CLIENT, startOpenIdProvider } from './openid-provider.ts';

let pappel: Pappel;
let env: Record<string, string>;

before(async () => {
  env = await newEnvironment();
  pappel = await startWith(env);
});

after(() => pappel.stop());

/** What is found with other settings, beside the installation that runs. */
async function found(changed: Record<string, string | undefined>): Promise<Map<string, Finding>> {
  const { config, problems } = inspectConfig({ ...env, ...joining(pappel), ...changed });
  const findings = await examine({ config, problems, openNetwork });
  return new Map(findings.map((finding) => [finding.check, finding]));
}

function holds(
  findings: Map<string, Finding>,
  check: string,
  outcome: Finding['outcome'],
  says: RegExp,
): void {
  const finding = findings.get(check);
  assert.equal(finding?.outcome, outcome, `${check}: ${finding?.found}`);
  assert.match(`${finding?.found} → ${finding?.remedy ?? ''}`, says);
}

test('Of an installation that is well nothing is bad, and the exit status says so [OPR-16]', async () => {
  const { status, stdout, stderr } = await runPappel(['doctor', '--json'], env);
  assert.equal(status, 0, stderr);
  const findings: Finding[] = JSON.parse(stdout).findings;
  const others = findings.filter(({ outcome }) => outcome !== 'good').map(({ check }) => check);
  assert.deepEqual(others, ['mail', 'single sign-on', "single sign-on of the operator's people"]);
  assert.ok(findings.length > 20);
});

test('What is wrong with an installation is named, each with what to do, and nothing is changed [OPR-16]', async () => {
  const nobody = 'http://127.0.0.1:1';
  const findings = await found({
    S3_BUCKET: 'none',
    ARCHIVE_DIR: '/nowhere/archives',
    S3_ENDPOINT: nobody,
    S3_ACCESS_KEY_ID: 'x',
    S3_SECRET_ACCESS_KEY: 'x',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'peppol@example.com',
    OPERATOR_HOST: '0.0.0.0',
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    SML_URL: 'https://127.0.0.1:1',
    SML_DNS: '127.0.0.1:1',
    DIRECTORY_URL: nobody,
    SMP_PUBLIC_URL: 'https://127.0.0.1:1',
    AS4_PUBLIC_URL: 'http://127.0.0.1:1/as4',
    PUBLIC_URL: 'http://pappel.invalid',
    PORT: '1',
    MLS_TYPO: 'x',
  });
  holds(findings, 'settings', 'bad', /MLS_TYPO is no setting\. The nearest is MLS_TYPE: set that/);
  holds(findings, 'payload store', 'bad', /bucket none .* cannot be written to .* → Allow s3:PutObject/);
  holds(findings, 'archives', 'bad', /\/nowhere\/archives cannot be reached .* → Make or mount the folder/);
  holds(findings, 'mail', 'bad', /does not take mail from us .* → Correct SMTP_URL/);
  holds(findings, "the operator's side", 'warning', /listens on 0\.0\.0\.0 → Let nobody outside/);
  holds(findings, 'PostgreSQL', 'bad', /ECONNREFUSED.* → Start it; check DATABASE_URL/);
  holds(findings, 'service', 'warning', /does not answer .* → Start the service/);
  holds(findings, 'name in PUBLIC_URL', 'bad', /pappel\.invalid has no address → Enter it in DNS/);
  holds(findings, 'DNS of the network', 'bad', /does not answer .* → Without it no receiver is found/);
  holds(findings, 'SML', 'bad', /unreachable: .* → Let this machine reach https:\/\/127/);
  holds(
    findings,
    'SMP by its public address',
    'bad',
    /does not answer .* → Start the service; lead port 443/,
  );
  holds(findings, 'TLS of the SMP', 'bad', /no TLS with 127\.0\.0\.1 .* → Start the service/);
  holds(findings, 'TLS of AS4', 'bad', /is not https → Peppol asks for TLS/);
  holds(findings, 'AS4 by its public address', 'bad', /does not answer/);
  holds(findings, 'Directory', 'warning', /does not answer .* → Let this machine reach it/);
  for (const { outcome, found: what, remedy } of findings.values())
    if (outcome === 'warning' || outcome === 'bad')
      assert.ok(remedy || / set that|Correct|Set /i.test(what), what);
  const { status } = await runPappel(['doctor'], { ...env, PORT: '1', MLS_TYPO: 'x' });
  assert.equal(status, 1);
});

test('Whether the providers answer by which people sign in, and know us, is seen [OPR-16]', async () => {
  const provider = await startOpenIdProvider([]);
  const none = { issuer: `${provider.issuer}/nowhere` };
  const settings = (prefix: string, { issuer = provider.issuer, secret = CLIENT.secret }) => ({
    [`${prefix}ISSUER`]: issuer,
    [`${prefix}CLIENT_ID`]: CLIENT.id,
    [`${prefix}CLIENT_SECRET`]: secret,
  });
  try {
    const right = await found({ ...settings('OIDC_', {}), ...settings('OPERATOR_OIDC_', none) });
    holds(right, 'single sign-on', 'good', /answers, and knows pappel/);
    const ofOperators = "single sign-on of the operator's people";
    holds(right, ofOperators, 'bad', /nowhere cannot be used .* → Set OPERATOR_OIDC_ISSUER exactly/);
    const wrong = await found(settings('OIDC_', { secret: 'of another' }));
    holds(wrong, 'single sign-on', 'bad', /does not take pappel .*invalid_client.* → Correct OIDC_CLIENT_ID/);
    holds(wrong, ofOperators, 'skipped', /OPERATOR_OIDC_ISSUER is not set/);
  } finally {
    await provider.close();
  }
});

test('A user of PostgreSQL that may make no tables, and tables of another version, are found [OPR-16]', async () => {
  const url = new URL(await newDatabase());
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const user = `doctor_${randomUUID().replaceAll('-', '')}`;
  await client.query(`create role ${user} login password 'doctor'`);
  await client.query(`grant select on migrations to ${user}`);
  await client.query("insert into migrations (name) values ('9999-of-the-next-version.sql')");
  url.username = user;
  url.password = 'doctor';
  const findings = await found({ DATABASE_URL: url.href });
  holds(
    findings,
    'rights in PostgreSQL',
    'bad',
    /may not make tables in test_.* → Make it the owner: alter database/,
  );
  holds(findings, 'tables', 'bad', /later version \(9999-of-the-next-version\.sql\) → Start that version/);
  await client.query(
    "delete from migrations where name in ('9999-of-the-next-version.sql', '0015-sftp-content.sql')",
  );
  const again = await found({ DATABASE_URL: url.href });
  holds(again, 'tables', 'warning', /1 migrations are to come → Back up/);
  await client.query(`drop owned by ${user}; drop role ${user}`);
  await client.end();
});

test('Too few connections for the processes that are asked for are found, whoever grants them [OPR-16]', async () => {
  const url = new URL(await newDatabase());
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`alter database ${url.pathname.slice(1)} connection limit 80`);
  await client.end();
  for (const [PROCESSES, outcome, says] of [
    ['2', 'good', /^\d+ of this database in use, 80 may be/],
    ['auto', 'good', /80 may be/],
    ['3', 'bad', /80 may be → PROCESSES=3 takes up to 104: raise max_connections/],
  ] as const)
    holds(await found({ DATABASE_URL: url.href, PROCESSES }), 'connections of PostgreSQL', outcome, says);
});

test('A certificate is judged by role, stage and time: its end is told early [OPR-16]', async () => {
  const { identity } = pappel.service.base;
  const authority = JSON.parse(
    readFileSync(join(pappel.dataDir, 'localnet/certificate-authority.json'), 'utf8'),
  );
  const reading = readAnchors(authority.ap.certificatePem + authority.smp.certificatePem, 'local');
  assert.ok('anchors' in reading);
  const end = identity.accessPoint.certificate.validTo.getTime();
  const judge = async (daysBefore: number, certificate = identity.accessPoint.certificate) => {
    const now = () => new Date(end - daysBefore * 86_400_000);
    const trust = new Trust(reading.anchors, now);
    const [first] = certificateChecks(
      { identity: { ...identity, accessPoint: { certificate }, trust, tlsCa: undefined } },
      'local',
      now,
    );
    return first?.look();
  };
  assert.equal((await judge(46))?.outcome, 'good');
  const soon = await judge(44);
  assert.equal(soon?.outcome, 'warning');
  assert.match(soon?.found ?? '', /44 days left/);
  const over = await judge(-1);
  assert.equal(over?.outcome, 'bad');
  assert.match(`${over?.found}${over?.remedy}`, /expired.*Renew it/);
  const wrong = await judge(46, identity.smp.certificate);
  assert.equal(wrong?.outcome, 'bad');
  assert.match(
    `${wrong?.found}${wrong?.remedy}`,
    /was not issued by the access-point CA.*Use the certificate of this role/,
  );
});

test('A clock is wrong in whichever direction it is off [OPR-16]', () => {
  assert.equal(ofClocks(-29, 'it').outcome, 'good');
  assert.deepEqual([ofClocks(31, 'it').outcome, ofClocks(-301, 'it').outcome], ['warning', 'bad']);
  assert.match(ofClocks(-301, 'it').found, /301 s behind it/);
});

test('The way to production is looked at where it can be seen, and noted where only people know [OPR-16]', async () => {
  const list = async () => {
    const { stdout } = await runPappel(['go-live', '--json'], env);
    const { items } = JSON.parse(stdout) as { items: { item: string; state: string; how: string }[] };
    return new Map(items.map((one) => [one.item, one]));
  };
  assert.equal((await runPappel(['go-live', 'done', 'agreement', 'signed', 'by Anna'], env)).status, 0);
  const noted = await list();
  assert.equal(noted.get('agreement')?.state, 'done');
  assert.match(noted.get('agreement')?.how ?? '', /signed by Anna/);
  assert.equal(noted.get('testbed')?.state, 'open');
  assert.match(noted.get('production-certificates')?.how ?? '', /NETWORK=local/);
  assert.equal((await runPappel(['go-live', 'undo', 'agreement'], env)).status, 0);
  assert.equal((await list()).get('agreement')?.state, 'open');
  assert.equal((await runPappel(['go-live', 'done', 'everything'], env)).status, 2);
});
