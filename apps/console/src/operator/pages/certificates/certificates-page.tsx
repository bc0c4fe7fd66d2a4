import { useQuery } from '@tanstack/react-query';
import { count, day } from '../../../ui/format.ts';
import { Page } from '../../../ui/page.tsx';
import { Empty, Failed, Loading } from '../../../ui/states.tsx';
import type { Certificate } from '../../api/types.ts';
import { CertificateTable, nameOfRole } from '../../parts/certificate-table.tsx';
import { certificatesQuery } from '../../parts/queries.ts';

/** The keys of this installation, and how long each holds. */
export function CertificatesPage() {
  const { data, error, isPending, refetch } = useQuery(certificatesQuery);
  const due = data?.filter(({ state }) => state !== 'OK').length ?? 0;
  return (
    <Page
      title="Certificates"
      lede={
        due === 0
          ? 'All are good for a month at least.'
          : `${count(due, 'certificate needs', 'certificates need')} renewing. docs/rotation.md says how, without a lost document.`
      }
    >
      {isPending && <Loading />}
      {error && <Failed error={error} again={() => refetch()} />}
      {data?.length === 0 && <Empty title="No certificate" />}
      {data && data.length > 0 && <CertificateTable certificates={data} />}
      {data?.map((certificate) => (
        <Details key={certificate.fingerprint} certificate={certificate} />
      ))}
    </Page>
  );
}

function Details({ certificate }: { certificate: Certificate }) {
  const { role, subject, issuer, serialNumber, fingerprint, validFrom, validTo } = certificate;
  const facts: [string, string, boolean?][] = [
    ['Subject', subject],
    ['Issuer', issuer],
    ['Serial number', serialNumber, true],
    ['Fingerprint', fingerprint, true],
    ['Good', `${day(validFrom)} to ${day(validTo)}`],
  ];
  return (
    <>
      <div className="sec quiet">
        <h2>{nameOfRole(role)}</h2>
      </div>
      <dl className="facts first-sec">
        {facts.map(([name, value, isMono]) => (
          <div className="fact" key={name}>
            <dt>{name}</dt>
            <dd className={`break ${isMono ? 'mono' : ''}`}>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
