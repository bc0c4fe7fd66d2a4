import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Settings } from './settings.ts';
import { readSftpSettings } from './sftp.ts';

const read = (settings: Settings) => readSftpSettings(settings, 'https://peppol.example.com');

test('SFTP listens on 2022 unless told otherwise, and customers are told the host of PUBLIC_URL', () => {
  const standard = { port: 2022, publicHost: 'peppol.example.com', publicPort: 2022 };
  assert.deepEqual(read(new Settings({})), standard);
  assert.deepEqual(
    read(new Settings({ SFTP_PORT: '2222', SFTP_PUBLIC_HOST: 'files', SFTP_PUBLIC_PORT: '22' })),
    {
      port: 2222,
      publicHost: 'files',
      publicPort: 22,
    },
  );
});
test('SFTP_PORT=off switches it off; what is no port is said', () => {
  assert.equal(read(new Settings({ SFTP_PORT: 'off' })), undefined);
  for (const wrong of ['0', 'x', '70000', '1.5']) {
    const settings = new Settings({ SFTP_PORT: wrong, SFTP_PUBLIC_PORT: wrong });
    read(settings);
    assert.deepEqual(settings.problems, [
      `SFTP_PORT=${wrong} is not a number from 1 to 65535. Set one of them, or off.`,
      `SFTP_PUBLIC_PORT=${wrong} is not a number from 1 to 65535. Correct it.`,
    ]);
  }
});
