import type { OperatorPrincipal } from '../platform/access/operator-access.ts';
import { equalSecrets } from '../platform/secret.ts';

export interface FindDeps {
  /** The shared token, of DATA_DIR or OPERATOR_TOKEN. */
  operatorToken: string;
}

const SHARED: OperatorPrincipal = {
  kind: 'operator',
  operatorId: undefined,
  name: 'Operator',
  role: 'admin',
  mustChangePassword: false,
  credential: { kind: 'shared-token' },
};

/** Whose credential it is. */
export async function findOperator(
  { operatorToken }: FindDeps,
  credential: string,
): Promise<OperatorPrincipal | undefined> {
  return equalSecrets(credential, operatorToken) ? SHARED : undefined;
}
