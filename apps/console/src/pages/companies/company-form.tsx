import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/answer.ts';
import { Field } from '../../ui/field.tsx';
import { Failed } from '../../ui/states.tsx';
import type { Company } from './queries.ts';

export interface CompanyBody {
  name: string;
  identifier?: string;
  countryCode?: string;
  registrationNumber?: string;
  vatNumber?: string;
}

const FIELDS = [
  { name: 'countryCode', label: 'Country, two letters', maxLength: 2 },
  { name: 'registrationNumber', label: 'Registration number', maxLength: 50 },
  { name: 'vatNumber', label: 'VAT number', maxLength: 50 },
  { name: 'identifier', label: 'Identifier, for folders and files', maxLength: 64 },
] as const;

/** The facts of a company; what is left empty is left out. */
export function CompanyForm(props: {
  company?: Company;
  verb: string;
  error: Error | null;
  isBusy: boolean;
  onSubmit: (body: CompanyBody) => void;
}) {
  const { company, verb, error, isBusy, onSubmit } = props;
  const [identifier, setIdentifier] = useState(company?.identifier ?? '');
  const wrong = (field: string) =>
    error instanceof ApiError ? error.details.find((detail) => detail.field === field)?.message : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const others = FIELDS.map(({ name }) => [
      name,
      name === 'countryCode' ? text(name).toUpperCase() : text(name),
    ]).filter(([, value]) => value !== '');
    onSubmit({ name: text('name'), ...Object.fromEntries(others) });
  };
  return (
    <form className="narrow-form" onSubmit={submit}>
      <Field
        label="Name"
        name="name"
        defaultValue={company?.name}
        maxLength={200}
        required
        error={wrong('name')}
      />
      {FIELDS.map(({ name, label, maxLength }) => (
        <Field
          key={name}
          label={label}
          name={name}
          defaultValue={company?.[name]}
          maxLength={maxLength}
          error={wrong(name)}
          onChange={name === 'identifier' ? ({ target }) => setIdentifier(target.value) : undefined}
        />
      ))}
      {company && identifier !== company.identifier && (
        <p className="note warn">This moves SFTP folders that are in use.</p>
      )}
      {error && <Failed error={error} />}
      <p className="acts">
        <button type="submit" className="btn pri" aria-disabled={isBusy}>
          {verb}
        </button>
      </p>
    </form>
  );
}
