import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConfigError, inspectConfig, readConfig } from './config.ts';
import { SETTING_NAMES } from './setting-names.ts';

const real = {
  NETWORK: 'test',
  AP_KEYSTORE: '/ap.p12',
  SMP_KEYSTORE: '/smp.p12',
  TRUST_ANCHORS: '/anchors.pem',
  SMP_PUBLIC_URL: 'https://smp.example.org/',
  AS4_PUBLIC_URL: 'https://ap.example.org/as4',
};

describe('the environment', () => {
  test('Nothing set is a local network on loopback, open for sign-up', () => {
    const config = readConfig({});
    assert.deepEqual(
      [config.network, config.host, config.port, config.operatorPort, config.smpPort, config.as4Port],
      ['local', '127.0.0.1', 8080, 8081, 8082, 8083],
    );
    assert.deepEqual([config.signupMode, config.rateLimits, config.autoApprove], ['open', true, false]);
  });
  test('Who listens on every address is reached on loopback', () => {
    for (const [HOST, reached] of [
      ['0.0.0.0', '127.0.0.1'],
      ['::', '127.0.0.1'],
      ['::1', '[::1]'],
      ['192.0.2.7', '192.0.2.7'],
    ]) {
      const { publicUrl, smpPublicUrl, as4PublicUrl } = readConfig({ HOST });
      assert.deepEqual(
        [publicUrl, smpPublicUrl, as4PublicUrl],
        [`http://${reached}:8080`, `https://${reached}:8082`, `https://${reached}:8083/as4`],
      );
    }
  });
  test('A real network needs keys, anchors and addresses, and says which is missing', () => {
    assert.equal(readConfig(real).smpPublicUrl, 'https://smp.example.org');
    assert.equal(readConfig(real).signupMode, 'bootstrap');
    for (const name of Object.keys(real).slice(1)) {
      assert.throws(
        () => readConfig({ ...real, [name]: undefined }),
        (error: Error) => error instanceof ConfigError && error.message.includes(name),
      );
    }
  });
  test('Archives have one place, a folder or a bucket where payloads are', () => {
    assert.equal(readConfig({}).archive, undefined);
    assert.deepEqual(readConfig({ ARCHIVE_DIR: '/archives' }).archive, { folder: '/archives' });
    const bucket = { ARCHIVE_S3_BUCKET: 'archives', S3_ENDPOINT: 'https://s3.example.org' };
    const { archive, s3 } = readConfig(bucket);
    assert.deepEqual(
      [
        archive && 's3' in archive && archive.s3.bucket,
        archive && 's3' in archive && archive.s3.endpoint,
        s3,
      ],
      ['archives', 'https://s3.example.org', undefined],
    );
    assert.throws(
      () => readConfig({ ...bucket, ARCHIVE_DIR: '/archives' }),
      /Set the one where archives are kept/,
    );
  });
  test('Former keys are counted up: AP_FORMER_…, AP_FORMER_2_…; half a key is refused', () => {
    assert.deepEqual(readConfig({}).formerAccessPointKeys, []);
    const former = {
      AP_FORMER_KEYSTORE: '/old.p12',
      AP_FORMER_KEYSTORE_PASSWORD: 'x',
      AP_FORMER_2_KEY: '/older.key',
      AP_FORMER_2_CERTIFICATE: '/older.pem',
    };
    assert.deepEqual(readConfig({ ...real, ...former }).formerAccessPointKeys, [
      { pkcs12: '/old.p12', password: 'x' },
      { key: '/older.key', certificate: '/older.pem' },
    ]);
    assert.throws(() => readConfig({ AP_FORMER_KEY: '/old.key' }), /AP_FORMER_CERTIFICATE belong together/);
  });
  test('TLS_KEY and TLS_CERTIFICATE are named both or neither', () => {
    assert.equal(readConfig({}).tls, undefined);
    const tls = { TLS_KEY: '/tls.key', TLS_CERTIFICATE: '/tls.pem' };
    assert.deepEqual(readConfig(tls).tls, { key: '/tls.key', certificate: '/tls.pem' });
    assert.throws(() => readConfig({ TLS_KEY: '/tls.key' }), /TLS_KEY and TLS_CERTIFICATE belong together/);
  });
  test('RATE_LIMITS is off, or limits by name in place of the usual ones', () => {
    assert.deepEqual([readConfig({ RATE_LIMITS: 'off' }).rateLimits, readConfig({}).limits], [false, {}]);
    const config = readConfig({ RATE_LIMITS: 'submissions=1000/10, sign-in/minute=3/60' });
    assert.ok(config.rateLimits);
    assert.deepEqual(config.limits, {
      submissions: { burst: 1000, perSecond: 100 },
      'sign-in/minute': { burst: 3, perSecond: 0.05 },
    });
    for (const wrong of ['on', 'submissions', 'submissions=0/1', 'submissions=1/0', 'submissions=1/1,'])
      assert.throws(() => readConfig({ RATE_LIMITS: wrong }), /RATE_LIMITS=/);
  });
  test('Mail needs a server and a sender; without a server it is unavailable', () => {
    assert.equal(readConfig({}).smtp, undefined);
    const smtp = { SMTP_URL: 'smtps://user:secret@mail.example:465', MAIL_FROM: 'Pappel <a@example.org>' };
    assert.deepEqual(readConfig(smtp).smtp, { url: smtp.SMTP_URL, from: smtp.MAIL_FROM });
    assert.throws(() => readConfig({ SMTP_URL: smtp.SMTP_URL }), /MAIL_FROM is missing/);
    for (const wrong of ['mx.internal', 'http://mx.internal']) {
      assert.throws(
        () => readConfig({ ...smtp, SMTP_URL: wrong }),
        (error: Error) => /SMTP_URL is no/.test(error.message) && !error.message.includes(wrong),
      );
    }
  });
  test('TRUST_PROXY names proxies; what would believe every caller is refused', () => {
    for (const none of [undefined, '', 'false', '0'])
      assert.equal(readConfig({ TRUST_PROXY: none }).trustProxy, false);
    assert.deepEqual(readConfig({ TRUST_PROXY: '10.0.0.0/8, loopback,2001:db8::/32' }).trustProxy, [
      '10.0.0.0/8',
      'loopback',
      '2001:db8::/32',
    ]);
    for (const wrong of ['true', '1', '2', '*', '10.0.0.0/33', '10.0.0.7,true', '10.0.0'])
      assert.throws(() => readConfig({ TRUST_PROXY: wrong }), /TRUST_PROXY=.*is no list/);
  });
  test('What cannot be is refused with the next step [OPR-7]', () => {
    assert.throws(() => readConfig({ NETWORK: 'moon' }), /NETWORK=moon is not one of/);
    assert.throws(() => readConfig({ PORT: '80a' }), /PORT=80a/);
    assert.throws(
      () => readConfig({ ...real, NETWORK: 'production', AUTO_APPROVE: 'true' }),
      /AUTO_APPROVE is refused/,
    );
  });
});

describe('what is wrong with the settings', () => {
  const problemsOf = (env: Record<string, string>) => inspectConfig(env).problems;
  test('All of it is said at once', () => {
    const problems = problemsOf({
      NETWORK: 'live',
      PORT: '80.5',
      AUTO_APPROVE: 'on',
      ERASURE_ENABLED: 'yes',
      DATABASE_URL: 'localhost:5432',
      DATABASE_DIRECT_URL: 'localhost:5433',
      LOG_LEVEL: 'loud',
      RETRY_SCHEDULE: '60,soon',
      MLS_TYPE: 'NEVER',
    });
    const named = problems.map((problem) => /^[A-Z_]+/.exec(problem)?.[0]);
    assert.deepEqual(named.sort(), [
      'AUTO_APPROVE',
      'DATABASE_DIRECT_URL',
      'DATABASE_URL',
      'ERASURE_ENABLED',
      'LOG_LEVEL',
      'MLS_TYPE',
      'NETWORK',
      'PORT',
      'RETRY_SCHEDULE',
    ]);
    assert.ok(
      problems.every((problem) => /\. [A-Z][^.]+\.$/.test(problem)),
      problems.join('\n'),
    );
  });
  test('What belongs to SMP, SSO, SFTP, passkeys and us as a provider is said with all else', () => {
    const wrong = {
      PUBLIC_URL: 'peppol.example.com',
      SMP_MODE: 'both',
      SMP_WRITE_PASSWORD: 'short',
      DIRECTORY_URL: 'nowhere',
      OIDC_ISSUER: 'ftp://id.example.com',
      OIDC_REDIRECT_URL: 'callback',
      SFTP_PORT: '0',
      SFTP_PUBLIC_PORT: 'x',
      PASSKEY_RP_ID: 'example.com',
      PASSKEY_ORIGINS: 'https://example.org',
      MLS_TYPE: 'NEVER',
      MLS_WAIT_SECONDS: '-1',
      PROVIDER_COUNTRY: 'Belgium',
      REPORT_RECEIVER: 'OpenPeppol',
      SEND_REPORTS: 'yes',
    };
    const said = problemsOf(wrong).join('\n');
    for (const name of Object.keys(wrong)) assert.match(said, new RegExp(`\\b${name}\\b`), said);
    assert.throws(() => readConfig(wrong), ConfigError);
  });
  test('A name that is almost one of ours is refused with the nearest; those of others are not our business', () => {
    const near = {
      DATABSE_URL: 'DATABASE_URL',
      database_url: 'DATABASE_URL',
      SMP_PUBLIC_URI: 'SMP_PUBLIC_URL',
    };
    for (const [name, meant] of Object.entries(near))
      assert.deepEqual(problemsOf({ [name]: 'x' }), [
        `${name} is no setting. The nearest is ${meant}: set that, or remove it.`,
      ]);
    const theirs = {
      HOME: '/root',
      HOSTNAME: 'x',
      LOGNAME: 'x',
      PGPORT: '1',
      KUBERNETES_PORT: 'tcp://1',
      SHELL: '',
    };
    assert.deepEqual(problemsOf(theirs), []);
  });
  test('A name that begins as ours do is refused however far from one it is, except what Kubernetes tells of services', () => {
    assert.deepEqual(problemsOf({ OIDC_SCOPES: 'openid' }), [
      'OIDC_SCOPES is no setting. The nearest is OIDC_ISSUER: set that, or remove it.',
    ]);
    assert.deepEqual(problemsOf({ AP_SERVICE_HOST: '10.0.0.1', SFTP_PORT_22_TCP: 'tcp://10.0.0.1:22' }), []);
  });
  test('An empty setting is none, as a composed file leaves it', () => {
    assert.deepEqual(problemsOf({ DATABASE_URL: '', AUTO_APPROVE: '', PORT: '' }), []);
  });
  test('Every setting that is read is in the list of names', () => {
    const asked = new Set<string>();
    for (const env of [{}, { ...real, S3_BUCKET: 'b', SMP_MODE: 'external' }])
      for (const name of inspectConfig(env).asked) asked.add(name);
    const names = new Set<string>(SETTING_NAMES);
    for (const name of asked)
      assert.ok(names.has(name) || /^AP_FORMER_\d/.test(name), `${name} is in no list`);
  });
});
