import { number } from '../../ui/format.ts';
import { Lenticel } from '../../ui/lenticel.tsx';
import { Table } from '../../ui/table.tsx';
import { dateOf } from '../../ui/when.ts';
import type { Certificate } from '../api/types.ts';
import { CERTIFICATE_STATES } from './statuses.ts';

/** Days that fill the bar. */
const YEAR = 365;

const NAMES: Readonly<Record<string, string>> = { ap: 'Access point', smp: 'SMP', tls: 'TLS' };

export const nameOfRole = (role: string): string =>
  NAMES[role] ?? role.replace(/^ap_former_(\d+)$/, 'Former key of the access point $1').replaceAll('_', ' ');

/** Certificates, what ends first on top. */
export function CertificateTable({ certificates }: { certificates: readonly Certificate[] }) {
  const sorted = certificates.toSorted((a, b) => a.daysLeft - b.daysLeft);
  return (
    <Table className="certificates" caption="Certificates">
      <tbody>
        {sorted.map((certificate) => (
          <Row key={`${certificate.role} ${certificate.serialNumber}`} certificate={certificate} />
        ))}
      </tbody>
    </Table>
  );
}

/** `POP000731` of `C=BE,O=Example,CN=POP000731`; the whole name where it has no such part. */
const commonNameOf = (name: string): string => /(?:^|,)\s*CN=([^,]+)/.exec(name)?.[1] ?? name;

function Row({ certificate }: { certificate: Certificate }) {
  const { role, subject, issuer, daysLeft, validTo, state } = certificate;
  const { mark, tone, label } = CERTIFICATE_STATES[state];
  return (
    <tr>
      <th scope="row">
        <Lenticel mark={mark} tone={tone} />
        <span className="sr">{label}: </span>
        <strong>
          {nameOfRole(role)}, {commonNameOf(subject)}
        </strong>
        <small>by {commonNameOf(issuer)}</small>
      </th>
      <td>
        <svg
          className={`left t-${tone}`}
          viewBox={`0 0 ${YEAR} 4`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect width={YEAR} height="4" className="ground" />
          <rect width={Math.max(0, Math.min(YEAR, daysLeft))} height="4" />
        </svg>
      </td>
      <td className="num nowrap">
        <b className={`days-left t-${tone}`}>{daysLeft < 0 ? 'ended' : `${number(daysLeft)} days`}</b>
        <small>{dateOf(validTo)}</small>
      </td>
    </tr>
  );
}
