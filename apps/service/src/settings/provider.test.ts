import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { providerFrom } from '../provider/provider.ts';
import { type ProviderSettings, readProviderSettings } from './provider.ts';

const settings = (env = {}, network = 'local'): ProviderSettings => {
  const reading = readProviderSettings(env, network);
  assert.ok(!('problem' in reading));
  return reading;
};
const certificate = { seat: 'POP000123', country: 'BE' };

describe('readProviderSettings', () => {
  test('Without settings we ask for rejections, answer in time, and report only from the production network [MLS-2]', () => {
    const { mlsType, mlsWaitSeconds, reportReceiver, sendsReports } = settings();
    assert.deepEqual([mlsType, reportReceiver, sendsReports], ['FAILURE_ONLY', '9925:be0848934496', false]);
    assert.ok(mlsWaitSeconds < 20 * 60);
    assert.equal(settings({}, 'production').sendsReports, true);
    assert.equal(settings({ SEND_REPORTS: 'false' }, 'production').sendsReports, false);
  });
  const WRONG = [
    { MLS_TYPE: 'SOMETIMES' },
    { MLS_WAIT_SECONDS: '1200' },
    { MLS_WAIT_SECONDS: 'soon' },
    { PROVIDER_COUNTRY: 'Belgium' },
    { REPORT_RECEIVER: 'OpenPeppol' },
    { SEND_REPORTS: 'yes' },
  ];
  for (const env of WRONG)
    test(`${Object.entries(env).join()} is a problem that names the variable and the next step`, () => {
      const reading = readProviderSettings(env, 'local');
      assert.ok('problem' in reading);
      assert.ok(
        reading.problem.startsWith(`${Object.keys(env)[0]}=`) && reading.problem.endsWith('Correct it.'),
      );
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
