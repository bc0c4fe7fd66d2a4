import { Type } from 'typebox';
import { userSchema } from '../users/user-schema.ts';

/** What a way of signing in answers. */
export const signedInSchema = Type.Object(
  {
    token: Type.String(),
    expiresAt: Type.String(),
    user: userSchema,
  },
  { title: 'SignedIn' },
);
