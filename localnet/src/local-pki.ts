import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { type CaName, DAY_MS, exported, type IssuedKey, issueLeaf, openCas } from './local-ca.ts';
import { RevocationLedger, type RevocationReason } from './revocation-ledger.ts';

export type { IssuedKey } from './local-ca.ts';

export interface Validity {
  from?: Date;
  to?: Date;
}

export interface IssueOptions extends Validity {
  /** What the certificate says about it; that of the role when not given. */
  keyUsage?: x509.KeyUsageFlags;
}

export interface Revocation {
  reason?: RevocationReason;
  since?: Date;
}

/** A throw-away Peppol-shaped certificate authority: the same names and roles as the real one, its own keys. */
export interface LocalPki {
  /** Root, access point CA and SMP CA: what a participant of this network trusts for messages and metadata. */
  anchorsPem: string;
  /** The CA of the TLS server certificates, which on the real network are ordinary web certificates. */
  tlsCaPem: string;
  /** The SMP CA, followed by the root above it. */
  smpCaPem: string;
  issueAccessPoint(seat: string, options?: IssueOptions): Promise<IssuedKey>;
  issueSmp(seat: string, options?: IssueOptions): Promise<IssuedKey>;
  issueTlsServer(hosts: readonly string[], validity?: Validity): Promise<IssuedKey>;
  /** Revokes a certificate (PEM) of an access point or SMP; answers of the revocation service say so from then on. */
  revoke(certificatePem: string, revocation?: Revocation): Promise<void>;
}

export interface LocalPkiOptions {
  /** Of the revocation service: certificates of access points and SMPs name it. Without it they name none. */
  revocationUrl?: string;
}

/** Where the revocation service answers about certificates of this authority. */
export function revocationAddresses(revocationUrl: string, ca: 'ap' | 'smp'): { ocsp: string; crl: string } {
  return { ocsp: `${revocationUrl}/ocsp`, crl: `${revocationUrl}/${ca}.crl` };
}

/** Opens the authority kept in `dir`, making it at the first time. */
export async function openLocalPki(dir: string, options: LocalPkiOptions = {}): Promise<LocalPki> {
  const { cas, stored } = await openCas(dir);
  const ledger = new RevocationLedger(dir);
  const issue = async (
    ca: CaName,
    subject: string,
    extensions: x509.Extension[],
    validity: Validity = {},
  ) => {
    const { keys, certificate } = await issueLeaf(cas[ca], {
      subject,
      extensions,
      notBefore: validity.from ?? new Date(Date.now() - DAY_MS),
      notAfter: validity.to ?? new Date(Date.now() + 730 * DAY_MS),
    });
    return exported(keys, certificate);
  };
  const peppol = (ca: 'ap' | 'smp', seat: string, { keyUsage, ...validity }: IssueOptions = {}) =>
    issue(
      ca,
      `CN=${seat}, OU=PEPPOL LOCAL ${ca.toUpperCase()}, O=Pappel local network, C=BE`,
      [
        ...peppolUsage(keyUsage),
        ...(options.revocationUrl ? revocationPlaces(options.revocationUrl, ca) : []),
      ],
      validity,
    );
  return {
    anchorsPem: [stored.root, stored.ap, stored.smp].map((ca) => ca.certificatePem).join('\n'),
    tlsCaPem: stored.tls.certificatePem,
    smpCaPem: [stored.smp, stored.root].map((ca) => ca.certificatePem).join('\n'),
    issueAccessPoint: (seat, more) => peppol('ap', seat, more),
    issueSmp: (seat, more) => peppol('smp', seat, more),
    issueTlsServer: (hosts, validity) =>
      issue('tls', `CN=${hosts[0]}, O=Pappel local network, C=BE`, serverUsage(hosts), validity),
    revoke: async (certificatePem, { since = new Date(), reason = 'unspecified' } = {}) => {
      const { serialNumber, issuer } = new x509.X509Certificate(certificatePem);
      const ca = (['ap', 'smp'] as const).find((name) => cas[name].certificate.subject === issuer);
      if (!ca) throw new Error('This is no certificate of an access point or SMP of this local network.');
      await ledger.add(ca, serialNumber, since, reason);
    },
  };
}

/** One key pair signs and decrypts, and is a TLS client's towards the SML. */
function peppolUsage(keyUsage?: x509.KeyUsageFlags): x509.Extension[] {
  const { digitalSignature, keyEncipherment, dataEncipherment } = x509.KeyUsageFlags;
  return [
    new x509.KeyUsagesExtension(keyUsage ?? digitalSignature | keyEncipherment | dataEncipherment, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth], true),
  ];
}

function revocationPlaces(revocationUrl: string, ca: 'ap' | 'smp'): x509.Extension[] {
  const { ocsp, crl } = revocationAddresses(revocationUrl, ca);
  return [new x509.AuthorityInfoAccessExtension({ ocsp }), new x509.CRLDistributionPointsExtension([crl])];
}

function serverUsage(hosts: readonly string[]): x509.Extension[] {
  const names = hosts.map((host) => ({
    type: /^[0-9.:]+$/.test(host) ? ('ip' as const) : ('dns' as const),
    value: host,
  }));
  return [
    new x509.KeyUsagesExtension(
      x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyEncipherment,
      true,
    ),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth], false),
    new x509.SubjectAlternativeNameExtension(names, false),
  ];
}
