import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  isNeverCalled,
  isPrivateAddress,
  refuseNeverCalledUrl,
  refusePrivateUrl,
} from './private-address.ts';

/** The first and the last address of every range that IANA lists as special, of both registries. */
const SPECIAL = [
  ...['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255'],
  ...['127.0.0.1', '127.255.255.255', '169.254.0.0', '169.254.169.254', '172.16.0.0', '172.31.255.255'],
  ...['192.0.0.0', '192.0.0.170', '192.0.0.255', '192.0.2.1', '192.31.196.1', '192.52.193.1', '192.88.99.1'],
  ...['192.168.0.0', '192.168.255.255', '192.175.48.1', '198.18.0.0', '198.19.255.255', '198.51.100.1'],
  ...['203.0.113.255', '224.0.0.1', '239.255.255.255', '240.0.0.0', '255.255.255.255'],
  ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1', 'fc00::1', 'fdff::1', 'ff02::1'],
  ...['100::1', '2001::1', '2001:2::1', '2001:10::1', '2001:20::1', '2001:1ff::1', '2001:db8::1', '3fff::1'],
  ...['2620:4f:8000::1', '5f00::1', '4000::1', '8000::1'],
];

/** Another name for an IPv4 address: whatever it is, we would not know whom we call. */
const DISGUISED = {
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:9.9.9.9'],
  'IPv4-compatible': ['::127.0.0.1', '::7f00:1', '::9.9.9.9'],
  'IPv4-translated': ['::ffff:0:127.0.0.1', '::ffff:0:a00:1'],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::10.0.0.1', '64:ff9b:1:ffff::1'],
  '6to4': ['2002:7f00:1::', '2002:a00:1::1', '2002:a9fe:a9fe::1'],
  Teredo: ['2001:0:7f00:1::', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
};

/** Ourselves and our neighbours: a local network has nothing else. */
const INSIDE = [
  ...['127.0.0.1', '127.255.255.255', '10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255'],
  ...['192.168.0.0', '192.168.255.255', '::1', 'fc00::1', 'fdff::1'],
];

/** Where clouds give the secrets of a machine to whoever asks from inside it. */
const METADATA = [
  ...['169.254.169.254', '169.254.170.2', '168.63.129.16', '100.100.100.200', '192.0.0.192'],
  ...['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:42::42', 'fe80::a9fe:a9fe'],
];

const PUBLIC = [
  ...['9.9.9.9', '1.1.1.1', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.1'],
  ...['192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255', '169.253.255.255'],
  ...[
    '2000::1',
    '2001:200::1',
    '2001:db7::1',
    '2001:db9::1',
    '2003::1',
    '2606:4700:4700::1111',
    '2a00::1',
    '3ffe::1',
  ],
];

describe('addresses that nobody outside may make us call', () => {
  test('Every range that IANA keeps for something else is private, at both ends', () => {
    assert.deepEqual(SPECIAL.filter(isPrivateAddress), SPECIAL);
  });
  for (const [name, addresses] of Object.entries(DISGUISED)) {
    test(`An IPv4 address in the form of ${name} is private`, () => {
      assert.deepEqual(addresses.filter(isPrivateAddress), addresses);
    });
  }
  test('What stands beside those ranges is not', () => {
    assert.deepEqual(PUBLIC.filter(isPrivateAddress), []);
    assert.equal(isPrivateAddress('example.org'), false);
  });
  test('Link-local, metadata, multicast and unspecified addresses are never called, loopback and private ones only inside [WHK-20]', () => {
    assert.deepEqual(METADATA.filter(isNeverCalled), METADATA);
    const special = [...SPECIAL, ...Object.values(DISGUISED).flat()];
    const never = special.filter((address) => !INSIDE.includes(address));
    assert.deepEqual(never.filter(isNeverCalled), never);
    assert.deepEqual([...INSIDE, ...PUBLIC].filter(isNeverCalled), []);
    assert.deepEqual(METADATA.filter(isPrivateAddress), METADATA);
    const urls = [
      ...[
        'http://169.254.169.254/latest',
        'http://2852039166/',
        'http://0xa9fea9fe/',
        'http://0251.254.169.254/',
      ],
      ...[
        'http://[fe80::1]/',
        'http://[::ffff:169.254.169.254]/',
        'http://0.0.0.0/',
        'http://0/',
        'http://[::]/',
      ],
      ...['http://224.0.0.1/', 'http://[ff02::1]/', 'http://[fd00:ec2::254]/', 'http://169.254.169.254./'],
    ];
    assert.deepEqual(
      urls.filter((url) => refuseNeverCalledUrl(url) === undefined),
      [],
    );
    for (const url of ['http://127.0.0.1:1/', 'http://localhost/', 'http://10.1.2.3/', 'https://[::1]/'])
      assert.equal(refuseNeverCalledUrl(url), undefined, url);
  });
  test('A URL is refused for its host in whatever way it is written [WHK-9]', () => {
    const urls = [
      ...['https://localhost/', 'https://LOCALHOST./', 'https://a.localhost/', 'nonsense', 'https://[::1]/'],
      ...['http://2130706433/', 'http://0x7f.1/', 'http://0177.0.0.1/', 'http://127.1/', 'http://10.0.0.1./'],
      ...['http://[::ffff:127.0.0.1]/', 'http://[64:ff9b::a9fe:a9fe]/', 'http://169.254.169.254/latest'],
      ...['http://user@127.0.0.1/', 'http://①②⑦.0.0.1/'],
    ];
    assert.deepEqual(
      urls.filter((url) => refusePrivateUrl(url) === undefined),
      [],
    );
    assert.equal(refusePrivateUrl('https://smp.example.org/'), undefined);
    assert.equal(refusePrivateUrl('https://9.9.9.9/'), undefined);
  });
});
