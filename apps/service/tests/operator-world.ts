import { randomUUID } from 'node:crypto';
import { Authenticator } from './authenticator.ts';
import { type Answer, type Pappel, request } from './harness.ts';

export const OPERATOR_PASSWORD = 'an operator who remembers';

/** Asks the operator's side. */
export const ask = (
  pappel: Pappel,
  method: string,
  path: string,
  token?: string,
  body?: unknown,
): Promise<Answer> => request(method, `${pappel.operator}${path}`, token, body);

export interface Operator {
  id: string;
  email: string;
  /** A session. */
  token: string;
}

/** The first operator, made with the shared token as a person would. */
export async function firstOperator(pappel: Pappel, name = 'Maja Ek'): Promise<Operator> {
  const email = `${randomUUID()}@operator.example`;
  const { operatorToken } = pappel.service.base;
  const { status, body } = await ask(pappel, 'POST', '/operator/v1/auth/first', operatorToken, {
    name,
    email,
    password: OPERATOR_PASSWORD,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { id: body.operator.id, email, token: body.token };
}

/** Another one, who has chosen a password. */
export async function newOperator(
  pappel: Pappel,
  admin: Operator,
  role: string,
  name = `The ${role}`,
): Promise<Operator> {
  const email = `${randomUUID()}@operator.example`;
  const made = await ask(pappel, 'POST', '/operator/v1/operators', admin.token, { name, email, role });
  const token = await signInOperator(pappel, email, made.body.password);
  const changed = await ask(pappel, 'PATCH', '/operator/v1/me', token, {
    password: OPERATOR_PASSWORD,
    currentPassword: made.body.password,
  });
  if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
  return { id: made.body.operator.id, email, token };
}

/** Has an operator make a passkey, on an authenticator that it answers. */
export async function makePasskey(
  pappel: Pappel,
  { token }: Pick<Operator, 'token'>,
  name = 'Laptop',
): Promise<{ authenticator: Authenticator; passkey: string }> {
  const authenticator = new Authenticator(pappel.operator.replace('127.0.0.1', 'localhost'));
  const challenge = await ask(pappel, 'POST', '/operator/v1/me/passkeys/challenge', token);
  const made = { name, ...authenticator.create(challenge.body.publicKey) };
  const { status, body } = await ask(pappel, 'POST', '/operator/v1/me/passkeys', token, made);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { authenticator, passkey: body.id };
}

export async function signInOperator(
  pappel: Pappel,
  email: string,
  password = OPERATOR_PASSWORD,
): Promise<string> {
  const { body } = await ask(pappel, 'POST', '/operator/v1/auth/login', undefined, { email, password });
  return body.token;
}
