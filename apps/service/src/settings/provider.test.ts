import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { providerFrom } from '../provider/provider.ts';
import { type ProviderSettings, readProviderSettings } from './provider.ts';
import { Settings } from './settings.ts';

const settings = (env = {}, network = 'local'): ProviderSettings =>
  readProviderSettings(new Settings(env), network);
const certificate = { seat: 'POP000123', country: 'BE' };

describe('readProviderSettings', () => {
  test('Without settings we ask for rejections, answer in time, and report only from the production network [MLS-2]', () => {
    const { mlsType, mlsWaitSeconds, reportReceiver, sendsReports } = settings();
    assert.deepEqual([mlsType, reportReceiver, sendsReports], ['FAILURE_ONLY', '9925:be0848934496', false]);
    assert.ok(mlsWaitSeconds < 20 * 60);
    assert.equal(settings({}, 'production').sendsReports, true);
    assert.equal(settings({ SEND_REPORTS: 'false' }, 'production').sendsReports, false);
  });
  test('Each setting that is wrong is a problem that names it and the next step', () => {
    for (const [MLS_WAIT_SECONDS, REPORT_RECEIVER] of [
      ['1200', 'OpenPeppol'],
      ['soon', '9925'],
    ]) {
      const wrong = { MLS_WAIT_SECONDS, REPORT_RECEIVER };
      const env = { MLS_TYPE: 'SOMETIMES', PROVIDER_COUNTRY: 'Belgium', SEND_REPORTS: 'yes', ...wrong };
      const all = new Settings(env);
      readProviderSettings(all, 'local');
      for (const [name, value] of Object.entries(env))
        assert.match(
          all.problems.find((problem) => problem.startsWith(`${name}=${value} is `)) ?? '',
          /\. (Correct it|Set one of them)\.$/,
        );
      assert.equal(all.problems.length, 5);
    }
  });
});

describe('providerFrom', () => {
  test('Our address is the main id of the seat, our country that of the certificate, unless the settings say more', () => {
    const plain = providerFrom(settings(), certificate);
    assert.ok(!('problem' in plain));
    assert.deepEqual([plain.spid, plain.country, plain.seat], ['0242:000123', 'BE', 'POP000123']);
    const more = providerFrom(settings({ SPID: '000123-MLS.north', PROVIDER_COUNTRY: 'SE' }), certificate);
    assert.ok(!('problem' in more));
    assert.deepEqual([more.spid, more.country], ['0242:000123-mls.north', 'SE']);
  });
  test("Another provider's SPID, one of no provider, and no country at all are problems", () => {
    for (const [env, from] of [
      [{ SPID: '000124' }, certificate],
      [{ SPID: '000123 or so' }, certificate],
      [{ SPID: '0001234' }, certificate],
      [{}, { seat: 'POP000123', country: undefined }],
      [{}, { seat: 'nobody', country: 'BE' }],
    ] as const)
      assert.ok('problem' in providerFrom(settings(env), from), JSON.stringify(env));
  });
});
