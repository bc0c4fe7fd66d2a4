import { at } from './when.ts';

interface LockedAddress {
  address: string;
  lockedUntil: string;
}

/** From where nobody is let in for a while, after wrong passwords; from everywhere else as ever. */
export function LockedFor({ addresses = [] }: { addresses?: readonly LockedAddress[] | undefined }) {
  return addresses.map(({ address, lockedUntil }) => (
    <small key={address} className="break">
      Locked for <span className="mono">{address}</span> until {at(lockedUntil)}
    </small>
  ));
}
