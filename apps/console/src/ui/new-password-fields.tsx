import { useState } from 'react';
import { Field } from './field.tsx';

/** Reads a new password out of its form; undefined, and said at the field, where the two are not the same. */
export function useNewPassword(): {
  differs: boolean;
  readPassword: (form: FormData) => string | undefined;
} {
  const [differs, setDiffers] = useState(false);
  const readPassword = (form: FormData): string | undefined => {
    const password = String(form.get('password'));
    const isSame = password === String(form.get('again'));
    setDiffers(!isSame);
    return isSame ? password : undefined;
  };
  return { differs, readPassword };
}

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
