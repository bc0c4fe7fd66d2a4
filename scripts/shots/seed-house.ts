import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { call, type start, until } from '../demo-installation.ts';

type Installation = Awaited<ReturnType<typeof start>>;

/** Of everybody in the pictures. */
export const PASSWORD = 'a passphrase for pictures only';

interface Made {
  id: string;
}

/** A customer's endpoint, that answers everything with one status. */
async function startEndpoint(status: number): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end(status === 204 ? '' : 'Bad gateway\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, server };
}

/**
 * People, keys, logins and webhooks of the house, one that answers and one that does not, before anything happens. The
 * servers that answer are given back, to be closed.
 */
export async function furnish(
  { api, operator, operatorToken }: Installation,
  house: { token: string; accountId: string; branch: string },
): Promise<Server[]> {
  const { token, accountId, branch } = house;
  const post = async (path: string, body: unknown) =>
    (await call<Made>('POST', `${api}/v1${path}`, token, body)).body;
  const [well, ill] = [await startEndpoint(204), await startEndpoint(502)];
  await post('/webhooks', { url: `${well.url}/peppol/events`, description: 'main receiver of the platform' });
  await post('/webhooks', { url: `${ill.url}/peppol`, companyId: branch });
  const old = await post('/webhooks', { url: `${well.url}/in`, events: ['document.received'] });
  await call('PATCH', `${api}/v1/webhooks/${old.id}`, token, { status: 'DISABLED' });

  const person = (name: string, role: string, companyIds?: string[], password?: string) =>
    post('/users', {
      name,
      email: `${name.split(' ')[0]?.toLowerCase()}@fjordbok.example`,
      role,
      ...(companyIds ? { companyIds } : {}),
      ...(password ? { password } : {}),
    });
  await person('Jonas Bakke', 'company_admin', [branch], PASSWORD);
  await person('Petter Holm', 'member', undefined, PASSWORD);
  const gone = await person('Maria Lind', 'member', undefined, PASSWORD);
  await call('DELETE', `${api}/v1/users/${gone.id}`, token);
  await person('Sanna Virtanen', 'member', [branch]);

  const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString();
  await post('/api-keys', { name: 'Almvik collector', companyId: branch, permissions: ['read', 'receive'] });
  await post('/api-keys', { name: 'Finance export', permissions: ['read'], expiresAt: inTenDays });
  for (const companyId of [undefined, branch])
    await call('POST', `${operator}/operator/v1/sftp/logins`, operatorToken, {
      accountId,
      companyId,
      username: companyId ? 'almvik' : 'fjordbok',
      authMethod: 'PASSWORD',
    });
  return [well.server, ill.server];
}

/** What is looked at of it: a delivery that is tried again. */
export async function failingDelivery({ api }: Installation, token: string): Promise<string> {
  const { deliveries } = await until(
    async () =>
      (
        await call<{ deliveries: (Made & { attempts: number })[] }>(
          'GET',
          `${api}/v1/webhooks/deliveries?status=PENDING`,
          token,
        )
      ).body,
    (page) => page.deliveries.some(({ attempts }) => attempts > 1),
  );
  return deliveries.find(({ attempts }) => attempts > 1)?.id ?? '';
}
