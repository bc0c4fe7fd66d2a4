import { readCertificates } from '@pappel/pki/certificate';
import type { Trust } from '@pappel/pki/trust';
import { prepareCertificateChange, type SmlContext } from '@pappel/smp/sml';
import type { Config } from '../settings/config.ts';

/** The SML, as it knows us now, and whom the network trusts. */
interface Sml {
  sml: SmlContext;
  identity: { trust: Pick<Trust, 'check'> };
  close(): Promise<void>;
}

/** Opens it; throws with what is wrong with the settings. */
export type OpenSml = (config: Config) => Promise<Sml>;

/** Tells the SML by which certificate it will know our SMP from a day on. Answers why not, if it is not so. */
export async function announceSmpCertificate(
  pem: string,
  from: Date,
  open: () => Promise<Sml>,
): Promise<string | undefined> {
  const [certificate] = readCertificates(pem) ?? [];
  if (!certificate)
    return 'The file holds no certificate. Name the PEM file of the next certificate of the SMP.';
  if (certificate.validTo < from)
    return 'The certificate ends before that day. Name the next one, or another day.';
  const network = await open();
  try {
    const verdict = await network.identity.trust.check(certificate, 'smp');
    if (!verdict.trusted)
      return `${verdict.detail}. Name a certificate of an SMP that OpenPeppol issued for this network.`;
    const outcome = await prepareCertificateChange(network.sml, certificate.pem, from);
    return outcome.ok
      ? undefined
      : `The SML does not take it (${outcome.fault}: ${outcome.message}). "pappel doctor" says how it knows us now.`;
  } finally {
    await network.close();
  }
}
