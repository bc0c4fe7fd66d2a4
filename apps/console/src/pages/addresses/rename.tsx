import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Address } from '../../api/addresses.ts';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Failed } from '../../ui/states.tsx';

/** Gives an address another name; where it is published, others see the new one. */
export function Rename({ address, close }: { address: Address; close: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState(address.name);
  const rename = useMutation({
    mutationFn: () =>
      call(api.PATCH('/v1/participants/{id}', { params: { path: { id: address.id } }, body: { name } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['participants'] });
      close();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <Dialog title="Rename the address" close={close}>
      <form onSubmit={submit}>
        <Field
          label="Name"
          value={name}
          maxLength={200}
          required
          onChange={({ target }) => setName(target.value)}
        />
        {rename.error && <Failed error={rename.error} />}
        <p className="acts">
          <button type="button" className="btn" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="btn pri" aria-disabled={rename.isPending}>
            Rename
          </button>
        </p>
      </form>
    </Dialog>
  );
}
