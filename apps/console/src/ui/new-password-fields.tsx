import { Field } from './field.tsx';

/** A new password, twice. */
export function NewPasswordFields({ differs, wrong }: { differs: boolean; wrong: string | undefined }) {
  return (
    <>
      <Field
        label="New password, at least 12 characters"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={12}
        required
        error={wrong}
      />
      <Field
        label="Once more"
        name="again"
        type="password"
        autoComplete="new-password"
        required
        error={differs ? 'The two are not the same' : undefined}
      />
    </>
  );
}
