import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useRights } from '../../api/account.ts';
import { ENVIRONMENT } from '../../environment.ts';
import { DOCUMENT_TYPES } from '../../texts/document-types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Field } from '../../ui/field.tsx';
import { typeName } from '../../ui/format.ts';
import { newKey } from '../../ui/new-key.ts';
import { Page } from '../../ui/page.tsx';
import { useScope } from '../../ui/scope.ts';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { usePaused } from '../../ui/use-paused.ts';
import { partiesOf, type Parties as SaidParties, typeOfRoot } from './parties.ts';
import { Receiver } from './receiver.tsx';
import { Request } from './request.tsx';
import { checkQuery, type Draft, send, sendersQuery } from './send-queries.ts';
import { Verdict } from './verdict.tsx';
import { XmlInput } from './xml-input.tsx';

const route = getRouteApi('/inside/documents/new');

/** Hands in a document, or only checks it: looked at while one types, sent when one says so. */
export function SendPage() {
  const { data: senders, error, isPending, refetch } = useQuery(sendersQuery(useScope()));
  return (
    <Page
      title="Send a document"
      crumb={
        <Link to="/documents" search={{}}>
          Documents
        </Link>
      }
      lede="Drop the XML or paste it. It is checked against the rules and the receiver is looked up while you look on; nothing goes before you send it."
    >
      {isPending && <Loading />}
      {error && <Failed error={error} again={() => refetch()} />}
      {senders?.length === 0 && (
        <Empty title="No address may send yet">
          <p className="dim">A document needs a sender: an address of yours that is approved and may send.</p>
          <Link className="btn pri" to="/addresses/new" search={{}}>
            Register an address
          </Link>
        </Empty>
      )}
      {senders && senders.length > 0 && <SendForm senders={senders} />}
    </Page>
  );
}

type Senders = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof sendersQuery>['queryFn']>>>>;

function SendForm({ senders }: { senders: Senders }) {
  const { noSending } = useRights();
  const given = route.useSearch();
  const [key, setKey] = useState(newKey);
  const [draft, setDraft] = useState<Draft>({
    sender: given.sender ?? addressOf(senders[0]),
    receiver: given.receiver ?? '',
    payload: '',
    externalReference: '',
    type: given.type,
  });
  const [isAsking, setAsking] = useState(false);
  const payload = usePaused(draft.payload);
  const check = useQuery(checkQuery(payload, draft.type));
  const parties = partiesOf(payload);
  const set = (change: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...change }));
    // What was refused may have kept its key; what is changed after it is another document.
    if (hand.isError) setKey(newKey());
  };
  const take = (xml: string) => {
    const said = partiesOf(xml);
    const own = senders.find((sender) => addressOf(sender) === said.sender);
    set({
      payload: xml,
      ...(own ? { sender: addressOf(own) } : {}),
      ...(said.receiver && draft.receiver === '' ? { receiver: said.receiver } : {}),
    });
  };
  const sender = senders.find((each) => addressOf(each) === draft.sender);
  const type = draft.type ?? check.data?.type ?? typeOfRoot(parties.root);
  const whole = { ...draft, type };
  const hand = useSending(whole, key, sender?.companyId ?? '');
  const missing = missingOf(whole, noSending);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing || hand.isPending) return;
    if (ENVIRONMENT === 'production') setAsking(true);
    else hand.mutate();
  };
  return (
    <form className="cols send" onSubmit={submit}>
      <div>
        <XmlInput value={draft.payload} onChange={take} />
        <Verdict draft={draft} check={check} />
        <Request draft={whole} idempotencyKey={key} />
      </div>
      <div>
        <Parties draft={draft} set={set} senders={senders} said={parties} type={type} />
        {hand.error && <Failed error={hand.error} />}
        <p className="acts">
          <button
            type="submit"
            className="btn pri wide"
            aria-disabled={missing !== undefined || hand.isPending}
            aria-describedby="why-not"
          >
            {hand.isPending ? 'Sending…' : 'Send'}
          </button>
        </p>
        <p id="why-not" className="hint">
          {missing ??
            (check.data?.verdict === 'VALIDATION_FAILED' ? 'It breaks rules, and will be rejected.' : '')}
        </p>
      </div>
      {isAsking && (
        <Confirm
          title={`Send to ${draft.receiver}?`}
          verb="Send"
          isHarmless
          act={() => hand.mutateAsync()}
          close={() => setAsking(false)}
        >
          <p>
            A real company receives it{parties.total ? `, for ${parties.total}` : ''}. It cannot be taken
            back.
          </p>
        </Confirm>
      )}
    </form>
  );
}

function useSending(draft: Draft, key: string, companyId: string) {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send(draft, key, companyId),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['documents'] });
      await navigate({ to: '/documents/$id', params: { id }, search: {} });
    },
  });
}

/** Between whom it goes; what the document itself says is offered where it differs. */
function Parties(props: {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  senders: Senders;
  said: SaidParties;
  type: string | undefined;
}) {
  const { draft, set, senders, said, type } = props;
  return (
    <>
      <div className="f">
        <label htmlFor="sender">From</label>
        <select
          id="sender"
          className="field"
          value={draft.sender}
          onChange={({ target }) => set({ sender: target.value })}
        >
          {senders.map((each) => (
            <option key={each.id} value={addressOf(each)}>
              {addressOf(each)}, {each.name}
            </option>
          ))}
        </select>
        {said.sender && said.sender !== draft.sender && (
          <p className="hint wait">The document says {said.sender}.</p>
        )}
      </div>
      <Receiver
        value={draft.receiver}
        onChange={(receiver) => set({ receiver })}
        said={said.receiver}
        type={type}
      />
      <div className="f">
        <label htmlFor="type">What it is</label>
        <select
          id="type"
          className="field"
          value={type ?? ''}
          onChange={({ target }) => set({ type: target.value || undefined })}
        >
          <option value="">As the document says</option>
          {DOCUMENT_TYPES.map((each) => (
            <option key={each} value={each}>
              {typeName(each)}
            </option>
          ))}
        </select>
      </div>
      <Field
        label="Your reference"
        maxLength={200}
        aside={<span className="dimmer">if you like</span>}
        value={draft.externalReference}
        onChange={({ target }) => set({ externalReference: target.value })}
      />
    </>
  );
}

const addressOf = (address: { scheme: string; value: string } | undefined): string =>
  address ? `${address.scheme}:${address.value}` : '';

function missingOf({ payload, receiver, type }: Draft, noSending: string | undefined): string | undefined {
  if (noSending) return noSending;
  if (payload.trim() === '') return 'The document is missing.';
  if (receiver.trim() === '') return 'The receiver is missing.';
  if (type === undefined) return 'What it is cannot be read from it; name its type.';
  return undefined;
}
