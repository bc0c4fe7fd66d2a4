/** What the server says in the page itself, before anybody has signed in. */
export type Environment = 'test' | 'production';

const { face, env, network, signUp } = document.documentElement.dataset;

export const FACE: 'customer' | 'operator' = face === 'operator' ? 'operator' : 'customer';
/** Undefined when the page was not served by the service: nothing but an error is shown then. */
export const ENVIRONMENT: Environment | undefined = env === 'test' || env === 'production' ? env : undefined;
export const IS_LOCAL_NETWORK = network === 'local';
export const SIGN_UP = signUp === 'open' || signUp === 'bootstrap' ? signUp : 'closed';

/** What the browser's tab says: a test is marked there too. */
export function titleOf(page: string): string {
  const house = FACE === 'operator' ? 'Pappel operator' : 'Pappel';
  return `${ENVIRONMENT === 'test' ? '[TEST] ' : ''}${page} · ${house}`;
}
