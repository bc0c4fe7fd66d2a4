import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCompanyName } from '../../api/account.ts';
import { type Address, addressQuery, wholeAddress } from '../../api/addresses.ts';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { PARTICIPANT_STATUSES, wordsOf } from '../../texts/statuses.ts';
import { Scheme } from '../../ui/address.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Unready } from '../../ui/unready.tsx';
import { day, hourOf } from '../../ui/when.ts';
import { AddressAudit } from './audit.tsx';
import { Capabilities } from './capabilities.tsx';
import { Migration } from './migration.tsx';
import { Registration } from './registration.tsx';
import { Rename } from './rename.tsx';
import { sentenceOf } from './sentence-of.ts';

const route = getRouteApi('/inside/addresses/$id');

/** One address: how far its registration is, what it can exchange, what happened to it, and how it moves. */
export function AddressPage() {
  const { id } = route.useParams();
  const query = useQuery(addressQuery(id));
  return query.data ? <AddressOf address={query.data} /> : <Unready title="Address" query={query} />;
}

const OVER = ['DEACTIVATING', 'DEACTIVATED'];

function AddressOf({ address }: { address: Address }) {
  const companyName = useCompanyName();
  const [asks, setAsks] = useState<'rename' | 'withdraw'>();
  const whole = wholeAddress(address);
  const isOver = OVER.includes(address.status);
  return (
    <Page
      title={whole}
      heading={
        <>
          {whole} <Pill {...wordsOf(PARTICIPANT_STATUSES, address.status)} big />
        </>
      }
      crumb={
        <>
          <Link to="/addresses" search={{}}>
            Addresses
          </Link>{' '}
          / {companyName(address.companyId)}
        </>
      }
      lede={sentenceOf(address)}
      actions={
        !isOver && (
          <>
            <button type="button" className="btn" onClick={() => setAsks('rename')}>
              Rename
            </button>
            <button type="button" className="btn bad" onClick={() => setAsks('withdraw')}>
              Withdraw…
            </button>
          </>
        )
      }
    >
      <Registration address={address} />
      <div className="cols">
        <div>
          <Capabilities address={address} isOver={isOver} />
          <AddressAudit id={address.id} />
        </div>
        <aside>
          <Details address={address} company={companyName(address.companyId)} />
          <Migration address={address} />
        </aside>
      </div>
      {asks === 'rename' && <Rename address={address} close={() => setAsks(undefined)} />}
      {asks === 'withdraw' && <Withdraw address={address} close={() => setAsks(undefined)} />}
    </Page>
  );
}

function Withdraw({ address, close }: { address: Address; close: () => void }) {
  const client = useQueryClient();
  const whole = wholeAddress(address);
  const act = async () => {
    await call(api.DELETE('/v1/participants/{id}', { params: { path: { id: address.id } } }));
    await client.invalidateQueries({ queryKey: ['participants'] });
  };
  return (
    <Confirm title={`Withdraw ${whole}?`} verb="Withdraw" type={address.value} act={act} close={close}>
      <p>Others can no longer send to it, and it sends nothing more.</p>
      <p>Documents that wait to be collected stay, and everything that was exchanged can still be read.</p>
    </Confirm>
  );
}

function Details({ address, company }: { address: Address; company: string }) {
  const whole = wholeAddress(address);
  const { id, companyId, name, identifier, countryCode, canonicalId, smpUrl, createdAt } = address;
  return (
    <>
      <div className="sec quiet">
        <h2>Details</h2>
      </div>
      <Facts
        facts={{
          Company: (
            <Link className="link" to="/companies/$id" params={{ id: companyId }} search={{}}>
              {company || companyId}
            </Link>
          ),
          Name: name,
          Scheme: <Scheme address={whole} />,
          'SFTP folder': <span className="mono">{identifier}</span>,
          Country: countryCode,
          'Canonical id': <Id value={canonicalId} />,
          SMP: smpUrl && <span className="mono">{smpUrl}</span>,
          'Address id': <Id value={id} />,
          Created: `${day(createdAt)}, ${hourOf(createdAt)}`,
          Documents: (
            <Link className="link" to="/documents" search={{ q: address.value }}>
              To and from it
            </Link>
          ),
        }}
      />
    </>
  );
}
