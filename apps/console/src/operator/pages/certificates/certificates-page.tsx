import { useQuery } from '@tanstack/react-query';
import { Answered } from '../../../ui/answered.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { count } from '../../../ui/format.ts';
import { Page } from '../../../ui/page.tsx';
import { Empty } from '../../../ui/states.tsx';
import { day } from '../../../ui/when.ts';
import type { Certificate } from '../../api/types.ts';
import { CertificateTable, nameOfRole } from '../../parts/certificate-table.tsx';
import { certificatesQuery } from '../../parts/queries.ts';

/** The keys of this installation, and how long each holds. */
export function CertificatesPage() {
  const query = useQuery(certificatesQuery);
  const due = query.data?.filter(({ state }) => state !== 'OK').length ?? 0;
  return (
    <Page
      title="Certificates"
      lede={
        due === 0
          ? 'All are good for a month at least.'
          : `${count(due, 'certificate needs', 'certificates need')} renewing. docs/rotation.md says how, without a lost document.`
      }
    >
      <Answered query={query}>
        {(certificates) =>
          certificates.length === 0 ? (
            <Empty title="No certificate" />
          ) : (
            <>
              <CertificateTable certificates={certificates} />
              {certificates.map((certificate) => (
                <Details key={certificate.fingerprint} certificate={certificate} />
              ))}
            </>
          )
        }
      </Answered>
    </Page>
  );
}

function Details({ certificate }: { certificate: Certificate }) {
  const { role, subject, issuer, serialNumber, fingerprint, validFrom, validTo } = certificate;
  return (
    <>
      <div className="sec quiet">
        <h2>{nameOfRole(role)}</h2>
      </div>
      <Facts
        className="first-sec"
        facts={{
          Subject: subject,
          Issuer: issuer,
          'Serial number': <span className="mono">{serialNumber}</span>,
          Fingerprint: <span className="mono">{fingerprint}</span>,
          Good: `${day(validFrom)} to ${day(validTo)}`,
        }}
      />
    </>
  );
}
