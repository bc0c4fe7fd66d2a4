import { call, until } from '../scripts/demo-installation.ts';

export const SENDER = '0007:5567321707';
export const RECEIVER = '0192:991825827';

/** An account with two addresses that sends to itself; answers an API key of it. */
export async function openSenderAndReceiver(
  api: string,
  operatorToken: string,
  operatorPort: string,
): Promise<string> {
  const signedUp = await call<{ token: string; company: { id: string } }>(
    'POST',
    `${api}/v1/auth/signup`,
    undefined,
    {
      account: { legalName: 'Bench AB', countryCode: 'SE' },
      owner: { email: 'owner@example.org', password: 'a long bench passphrase' },
    },
  );
  const { key } = (
    await call<{ key: string }>('POST', `${api}/v1/api-keys`, signedUp.body.token, { name: 'bench' })
  ).body;
  for (const address of [SENDER, RECEIVER]) {
    const [scheme, value] = address.split(':');
    const capabilities = [{ documentTypeId: 'invoice', direction: 'BOTH' }];
    const { id } = (
      await call<{ id: string }>('POST', `${api}/v1/participants`, key, {
        companyId: signedUp.body.company.id,
        scheme,
        value,
        name: address,
        capabilities,
      })
    ).body;
    await call(
      'POST',
      `http://127.0.0.1:${operatorPort}/operator/v1/participants/${id}/approve`,
      operatorToken,
      {},
    );
    await until(
      async () => (await call<{ status: string }>('GET', `${api}/v1/participants/${id}`, key)).body,
      (one) => one.status === 'ACTIVE',
    );
  }
  return key;
}
