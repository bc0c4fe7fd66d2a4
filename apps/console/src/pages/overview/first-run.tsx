import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { accountQuery, useRights } from '../../api/account.ts';
import { IS_LOCAL_NETWORK } from '../../environment.ts';
import { PARTICIPANT_STATUSES, wordsOf } from '../../texts/statuses.ts';
import { Curl, curlOf } from '../../ui/curl.tsx';
import { Lenticel } from '../../ui/lenticel.tsx';
import { Page } from '../../ui/page.tsx';
import { Pill } from '../../ui/pill.tsx';
import { prefer } from '../../ui/preferences.ts';
import { ago } from '../../ui/when.ts';
import { Growing } from './growing.tsx';

export interface Beginning {
  addresses: readonly {
    id: string;
    scheme: string;
    value: string;
    name: string;
    status: string;
    statusChangedAt: string;
  }[];
  documents: number;
  hasWebhook: boolean;
  hasKey: boolean;
}

/** An account in use needs no help to begin, whatever it has left out. */
const IN_USE = 20;

export function isFirstRun({ addresses, documents, hasWebhook, hasKey }: Beginning): boolean {
  const allStand = addresses.length > 0 && documents > 0 && hasWebhook && hasKey;
  return !allStand && documents < IN_USE;
}

interface Step {
  title: string;
  isDone: boolean;
  text: ReactNode;
  /** What one does for it, shown where it is the next one, or always where it costs nothing. */
  acts?: ReactNode;
}

const WORDS = ['None', 'One', 'Two', 'Three', 'Four', 'Five', 'Six'];

/** Six steps to the first document; each ticks itself when what it asks for is there. */
export function FirstRun({ beginning }: { beginning: Beginning }) {
  const { name } = useRights();
  const { data: account } = useQuery(accountQuery);
  const steps = stepsOf(beginning, account);
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <Page
      title="Overview"
      heading={`Welcome${name ? `, ${name.split(' ')[0]}` : ''}`}
      lede={
        <>
          Six steps to the first invoice that travels by itself.{' '}
          <b>
            {WORDS[done]} {done === 1 ? 'is' : 'are'} done.
          </b>{' '}
          {IS_LOCAL_NETWORK && 'Everything below runs against a Peppol network on this machine.'}
        </>
      }
    >
      <div className="first">
        <ol className="steps">
          {steps.map((step, i) => (
            <li key={step.title} className={step.isDone ? 'ok' : ''}>
              <Lenticel
                mark={step.isDone ? 'done' : i === next ? 'move' : 'wait'}
                {...(step.isDone ? { tone: 'done' as const } : i === next ? { tone: 'move' as const } : {})}
              />
              <div>
                <h2>
                  {step.title}
                  <span className="sr">{step.isDone ? ', done' : ''}</span>
                </h2>
                {step.text}
                {!step.isDone && step.acts}
              </div>
            </li>
          ))}
        </ol>
        <aside>
          <Growing done={done} />
          <p className="dim">
            {done} of 6. This page goes when all stand;{' '}
            <button type="button" className="link" onClick={() => prefer('firstRun', 'put away')}>
              put it away now
            </button>
            .
          </p>
          <TheWay />
        </aside>
      </div>
    </Page>
  );
}

function stepsOf(
  beginning: Beginning,
  account: { name: string; countryCode?: string; companies: readonly { name: string }[] } | undefined,
): Step[] {
  const { addresses, documents, hasKey, hasWebhook } = beginning;
  const [company] = account?.companies ?? [];
  return [
    {
      title: 'Your account is open',
      isDone: true,
      text: <p>{account?.name}. You are one of those who look after it.</p>,
    },
    {
      title: 'A company',
      isDone: company !== undefined,
      text: (
        <p>
          {company ? `${company.name}. ` : 'Whoever sends and receives. '}
          <Link className="link" to="/companies/new" search={{}}>
            {company ? 'Add another' : 'Add one'}
          </Link>
        </p>
      ),
    },
    {
      title: 'An address on Peppol',
      isDone: addresses.some(({ status }) => status === 'ACTIVE' || status === 'READY'),
      text: <AddressStep addresses={addresses} />,
      acts: addresses.length === 0 && (
        <p className="acts">
          <Link className="btn pri" to="/addresses/new" search={{}}>
            Register an address
          </Link>
        </p>
      ),
    },
    {
      title: 'A key for your system',
      isDone: hasKey,
      text: <p>Make one that only does what your system does. It is shown once.</p>,
      acts: (
        <p className="acts">
          <Link className="btn" to="/access" search={{ tab: 'keys' }}>
            Make a key
          </Link>
        </p>
      ),
    },
    {
      title: 'Send the first invoice',
      isDone: documents > 0,
      text: <p>{RECEIVER}</p>,
      acts: <SendStep sender={addresses[0]} />,
    },
    {
      title: 'Hear about it',
      isDone: hasWebhook,
      text: (
        <p>
          Give us an https address and we tell you when a document arrives or fails. Or collect by polling;
          both are fine.
        </p>
      ),
      acts: (
        <p className="acts">
          <Link className="btn" to="/webhooks" search={{}}>
            Add a webhook
          </Link>
        </p>
      ),
    },
  ];
}

const RECEIVER = IS_LOCAL_NETWORK
  ? 'To any address of this installation, your own too: it goes the whole way and comes back. The result stands here within seconds.'
  : 'To a receiver that expects it. The result stands here within seconds.';

function AddressStep({ addresses }: { addresses: Beginning['addresses'] }) {
  if (addresses.length === 0) return <p>Others find you by it, and the operator approves it first.</p>;
  return (
    <>
      {addresses.map(({ id, scheme, value, name, status, statusChangedAt }) => (
        <p key={id} className="line">
          <Link to="/addresses/$id" params={{ id }} search={{}} className="addr">
            <b>
              {scheme}:{value}
            </b>
          </Link>
          <span>{name}</span>
          <Pill {...wordsOf(PARTICIPANT_STATUSES, status)} />
          <span className="dimmer">{ago(statusChangedAt)}</span>
        </p>
      ))}
    </>
  );
}

function SendStep({ sender }: { sender: { scheme: string; value: string } | undefined }) {
  const from = sender ? `${sender.scheme}:${sender.value}` : '0007:5567321707';
  const command = curlOf({
    method: 'POST',
    path: '/v1/messages',
    headers: { 'Idempotency-Key': 'first-invoice', 'Content-Type': 'application/json' },
    body: '@invoice.json',
  }).replace("'@invoice.json'", '@invoice.json');
  return (
    <>
      <Curl
        command={`${command}\n# invoice.json: {"sender": "${from}", "receiver": "0007:…",\n#                "type": "invoice", "payload": "<Invoice …"}`}
      />
      <p className="line">
        <span className="live">
          <Lenticel mark="wait" className="pulse" />
          Waiting for the first document…
        </span>
        <Link className="link" to="/documents/new" search={{}}>
          or send one here
        </Link>
      </p>
    </>
  );
}

const CORNERS = [
  ['C1', 'Your system writes the invoice and posts it here.'],
  ['C2', 'Pappel checks it, finds the receiver and sends it. That is us.'],
  ['C3', 'The receiver’s access point takes it and signs a receipt: delivered.'],
  ['C4', 'The receiver gets it from there.'],
] as const;

function TheWay() {
  return (
    <>
      <div className="sec quiet">
        <h2>The way it will take</h2>
      </div>
      <dl className="facts corners">
        {CORNERS.map(([corner, what]) => (
          <div key={corner} className="fact">
            <dt>
              <b>{corner}</b>
            </dt>
            <dd className="dim">{what}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
