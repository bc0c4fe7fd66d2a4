import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Address, type Direction, directionName, wholeAddress } from '../../api/addresses.ts';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { DOCUMENT_TYPES } from '../../texts/document-types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { typeName } from '../../ui/format.ts';
import { Pill } from '../../ui/pill.tsx';
import { Failed } from '../../ui/states.tsx';
import { ACTIONS, Table } from '../../ui/table.tsx';

type Capability = Address['capabilities'][number];

/** What an address may send and receive. */
export function Capabilities({ address, isOver }: { address: Address; isOver: boolean }) {
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Capability>();
  return (
    <section aria-labelledby="exchange">
      <div className="sec">
        <h2 id="exchange">What it can exchange</h2>
        {!isOver && (
          <span className="end">
            <button
              type="button"
              className="link"
              aria-expanded={isAdding}
              onClick={() => setAdding(!isAdding)}
            >
              {isAdding ? 'Cancel' : 'Add'}
            </button>
          </span>
        )}
      </div>
      {isAdding && <AddCapability address={address} close={() => setAdding(false)} />}
      {address.capabilities.length === 0 && !isAdding && (
        <p className="quiet">Nothing yet. Add what it shall send or receive.</p>
      )}
      {address.capabilities.length > 0 && (
        <Table
          caption="What it can exchange"
          columns={['Type', 'Direction', 'Before sending', !isOver && ACTIONS]}
        >
          <tbody>
            {address.capabilities.map((capability) => (
              <tr key={capability.id}>
                <td>
                  <strong>{typeName(capability.type)}</strong>
                  <small className="mono" title={capability.documentTypeId}>
                    {capability.type ?? capability.documentTypeId}
                  </small>
                </td>
                <td>{directionName(capability.direction)}</td>
                <td>
                  {capability.allowUnvalidated ? (
                    <Pill tone="wait" mark="retry" label="may go unchecked" />
                  ) : (
                    <span className="dim">checked against the rules</span>
                  )}
                </td>
                {!isOver && (
                  <td className="num">
                    <button
                      type="button"
                      className="btn sm ghost"
                      aria-label={`Remove ${typeName(capability.type)}`}
                      onClick={() => setRemoved(capability)}
                    >
                      Remove
                    </button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {removed && <Remove address={address} capability={removed} close={() => setRemoved(undefined)} />}
    </section>
  );
}

function Remove(props: { address: Address; capability: Capability; close: () => void }) {
  const { address, capability, close } = props;
  const client = useQueryClient();
  const act = async () => {
    const path = { id: address.id, capability: capability.id };
    await call(api.DELETE('/v1/participants/{id}/capabilities/{capability}', { params: { path } }));
    await client.invalidateQueries({ queryKey: ['participants'] });
  };
  const isReceived = capability.direction !== 'SEND';
  return (
    <Confirm
      title={`Remove ${typeName(capability.type).toLowerCase()}?`}
      verb="Remove"
      act={act}
      close={close}
    >
      <p>
        {isReceived
          ? `Others can no longer send it to ${wholeAddress(address)}.`
          : `${wholeAddress(address)} can no longer send it.`}{' '}
        What was exchanged stays. You can add it again.
      </p>
    </Confirm>
  );
}

function AddCapability({ address, close }: { address: Address; close: () => void }) {
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: (body: { documentTypeId: string; direction: Direction; allowUnvalidated: boolean }) =>
      call(api.POST('/v1/participants/{id}/capabilities', { params: { path: { id: address.id } }, body })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['participants'] });
      close();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    add.mutate({
      documentTypeId: String(form.get('type')),
      direction: String(form.get('direction')) as Direction,
      allowUnvalidated: form.get('unchecked') === 'on',
    });
  };
  return (
    <form className="inline" onSubmit={submit}>
      <label>
        Type
        <select name="type" className="field">
          {DOCUMENT_TYPES.map((type) => (
            <option key={type} value={type}>
              {typeName(type)}
            </option>
          ))}
        </select>
      </label>
      <label>
        Direction
        <select name="direction" className="field" defaultValue="BOTH">
          {(['BOTH', 'SEND', 'RECEIVE'] as const).map((direction) => (
            <option key={direction} value={direction}>
              {directionName(direction)}
            </option>
          ))}
        </select>
      </label>
      <label className="check">
        <input type="checkbox" name="unchecked" /> may go unchecked, where there are no rules
      </label>
      <button type="submit" className="btn pri" aria-disabled={add.isPending}>
        Add
      </button>
      {add.error && <Failed error={add.error} />}
    </form>
  );
}
