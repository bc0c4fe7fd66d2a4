import { BlockList, isIP } from 'node:net';

/**
 * Every range that IANA keeps for something else than reaching a host on the internet, and those through which one of
 * ours could be reached under another name. [IANA special-purpose address registries, RFC 6890]
 */
const SPECIAL_RANGES: readonly [range: string, what: string][] = [
  ['0.0.0.0/8', 'this host on this network'],
  ['10.0.0.0/8', 'private use'],
  ['100.64.0.0/10', 'shared by the customers of a provider'],
  ['168.63.129.16/32', 'public, but what a virtual machine of Azure asks its own host at'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local, where clouds keep their metadata'],
  ['172.16.0.0/12', 'private use'],
  ['192.0.0.0/24', 'protocol assignments'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112'],
  ['192.52.193.0/24', 'AMT'],
  ['192.88.99.0/24', '6to4 relays, once'],
  ['192.168.0.0/16', 'private use'],
  ['192.175.48.0/24', 'AS112'],
  ['198.18.0.0/15', 'benchmarks'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved, and broadcast'],
  // All that is not global unicast (2000::/3): loopback, IPv4-compatible and IPv4-mapped, NAT64, discard, SRv6 …
  ['::/3', 'among others ::1, ::ffff:0:0/96, 64:ff9b::/96, 64:ff9b:1::/48, 100::/64'],
  // … unique local, link-local, site-local and multicast.
  ['4000::/2', 'unassigned, and 5f00::/16'],
  ['8000::/1', 'among others fc00::/7, fe80::/10, fec0::/10, ff00::/8'],
  ['2001::/23', 'protocol assignments: Teredo, benchmarks, ORCHID'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4, which leads to any IPv4 address'],
  ['2620:4f:8000::/48', 'AS112'],
  ['3fff::/20', 'documentation'],
];

/** Ourselves and our neighbours: on a local network, where nobody is a stranger, these may be called. [RFC 1918, RFC 4193] */
const INSIDE = ['10.0.0.0/8', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7'];
/** Where clouds keep the secrets of a machine, inside those ranges. */
const METADATA = ['fd00:ec2::/32', 'fd20:ce::/32', 'fd00:42::/32'];

const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4');

/** A test for addresses in these ranges. */
function within(ranges: readonly string[]): (address: string) => boolean {
  // Apart, as a BlockList takes an IPv4 address also for one of ::ffff:0:0/96.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    const family = familyOf(network);
    lists[family].addSubnet(network, Number(bits), family);
  }
  return (address) => {
    const [bare = ''] = address.split('%');
    const family = familyOf(bare);
    return isIP(bare) !== 0 && lists[family].check(bare, family);
  };
}

const isInside = within(INSIDE);
const isMetadata = within(METADATA);

/** Whether an address is one that nobody outside may make us call. */
export const isPrivateAddress = within(SPECIAL_RANGES.map(([range]) => range));

/**
 * Whether an address is never called, wherever we stand: link-local, where clouds keep their metadata, multicast,
 * unspecified, and all other special ones but loopback and private networks. [WHK-20]
 */
export const isNeverCalled = (address: string): boolean =>
  isMetadata(address) || (isPrivateAddress(address) && !isInside(address));

/** Why a URL that came from outside must not be called, or undefined. */
export function refusePrivateUrl(url: string): string | undefined {
  const host = hostOf(url);
  if (host === '' || host === 'localhost' || host.endsWith('.localhost')) return 'the host is not allowed';
  return isPrivateAddress(host) ? 'the address is private' : undefined;
}

/** Why a URL must not be called even on a local network, or undefined. */
export function refuseNeverCalledUrl(url: string): string | undefined {
  const host = hostOf(url);
  if (host === '') return 'the host is not allowed';
  return isNeverCalled(host) ? 'it is an address that is never called' : undefined;
}

const hostOf = (url: string): string =>
  URL.parse(url)
    ?.hostname.replace(/^\[|\]$/g, '')
    .replace(/\.$/, '') ?? '';
