import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { accountQuery } from '../../api/account.ts';
import { ApiError, call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Curl, curlOf } from '../../ui/curl.tsx';
import { Field } from '../../ui/field.tsx';
import { typeName } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { useScope } from '../../ui/scope.ts';
import { Failed } from '../../ui/states.tsx';
import { NumberField } from './number-field.tsx';
import { countriesOf, readNumber, schemesOf } from './schemes.ts';

/** What most want at first; more can be added on the address's own page. */
const OFFERED = ['invoice', 'credit-note', 'order', 'order-response'] as const;
const AT_FIRST: readonly string[] = ['invoice', 'credit-note'];

interface Draft {
  companyId: string | undefined;
  country: string | undefined;
  icd: string | undefined;
  value: string;
  name: string | undefined;
  types: readonly string[];
}

/** A new address: whose, in which country, which number, and what it shall exchange. */
export function NewAddressPage() {
  const { data: account } = useQuery(accountQuery);
  const scope = useScope();
  const [draft, setDraft] = useState<Draft>({
    companyId: scope,
    country: undefined,
    icd: undefined,
    value: '',
    name: undefined,
    types: AT_FIRST,
  });
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const company = account?.companies.find(({ id }) => id === draft.companyId) ?? account?.companies[0];
  const country = draft.country ?? account?.countryCode ?? 'SE';
  const schemes = schemesOf(country);
  const scheme = schemes.find(({ icd }) => icd === draft.icd) ?? schemes[0];
  const read = readNumber(scheme?.icd ?? '', draft.value);
  const body = {
    companyId: company?.id ?? '',
    scheme: scheme?.icd ?? '',
    value: read.ok ? read.value : draft.value.trim(),
    name: draft.name ?? company?.name ?? '',
    capabilities: draft.types.map((type) => ({ documentTypeId: type, direction: 'BOTH' as const })),
  };
  const register = useRegistering(body);
  const wrong = (field: string) =>
    register.error instanceof ApiError
      ? register.error.details.find((detail) => detail.field.startsWith(field))?.message
      : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!register.isPending) register.mutate();
  };
  return (
    <Page
      title="Register an address"
      crumb={
        <Link to="/addresses" search={{}}>
          Addresses
        </Link>
      }
      lede="A number that the company already has. The operator looks at it first; then others find it on the network."
    >
      <form className="cols" onSubmit={submit}>
        <div className="narrow-form">
          <Whose companies={account?.companies ?? []} companyId={company?.id} set={set} />
          <WhichNumber country={country} icd={scheme?.icd} set={set} />
          <NumberField
            scheme={body.scheme}
            value={draft.value}
            onChange={(value) => set({ value })}
            read={read}
            wrong={wrong('value')}
          />
          <Field
            label="Name, as others see it"
            value={body.name}
            maxLength={200}
            required
            error={wrong('name')}
            onChange={({ target }) => set({ name: target.value })}
          />
          <Exchanges types={draft.types} set={set} />
          {register.error && <Failed error={register.error} />}
          <p className="acts">
            <button type="submit" className="btn pri" aria-disabled={register.isPending}>
              Register
            </button>
          </p>
        </div>
        <FromYourSystem body={body} />
      </form>
    </Page>
  );
}

type Body = {
  companyId: string;
  scheme: string;
  value: string;
  name: string;
  capabilities: { documentTypeId: string; direction: 'BOTH' }[];
};

function useRegistering(body: Body) {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.POST('/v1/participants', { body })),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['participants'] });
      await client.invalidateQueries({ queryKey: ['overview'] });
      await navigate({ to: '/addresses/$id', params: { id }, search: {} });
    },
  });
}

type Set = (change: Partial<Draft>) => void;

function Whose(props: {
  companies: readonly { id: string; name: string }[];
  companyId: string | undefined;
  set: Set;
}) {
  const { companies, companyId, set } = props;
  if (companies.length < 2) return null;
  return (
    <div className="f">
      <label htmlFor="company">Company</label>
      <select
        id="company"
        className="field"
        value={companyId}
        onChange={({ target }) => set({ companyId: target.value })}
      >
        {companies.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

function WhichNumber({ country, icd, set }: { country: string; icd: string | undefined; set: Set }) {
  return (
    <>
      <div className="f">
        <label htmlFor="country">Country</label>
        <select
          id="country"
          className="field"
          value={country}
          onChange={({ target }) => set({ country: target.value, icd: undefined })}
        >
          {countriesOf().map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div className="f">
        <label htmlFor="scheme">Kind of number</label>
        <select
          id="scheme"
          className="field"
          value={icd}
          onChange={({ target }) => set({ icd: target.value })}
        >
          {schemesOf(country).map((each) => (
            <option key={each.icd} value={each.icd}>
              {each.icd} {each.id}, {each.name}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}

function Exchanges({ types, set }: { types: readonly string[]; set: Set }) {
  const toggled = (type: string) =>
    types.includes(type) ? types.filter((each) => each !== type) : [...types, type];
  return (
    <fieldset className="checks">
      <legend>What it sends and receives</legend>
      {OFFERED.map((type) => (
        <label key={type} className="check">
          <input
            type="checkbox"
            checked={types.includes(type)}
            onChange={() => set({ types: toggled(type) })}
          />
          {typeName(type)}
        </label>
      ))}
    </fieldset>
  );
}

function FromYourSystem({ body }: { body: Body }) {
  return (
    <aside>
      <div className="sec quiet">
        <h2>From your system</h2>
      </div>
      <Curl
        command={curlOf({
          method: 'POST',
          path: '/v1/participants',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body, null, 1),
        })}
      />
    </aside>
  );
}
