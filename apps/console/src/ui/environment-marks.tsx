import { ENVIRONMENT, IS_LOCAL_NETWORK } from '../environment.ts';
import { Lenticel } from './lenticel.tsx';

/** Test and production can never be confused: across the whole window, and never closable. */
export function PlaceStrip() {
  return (
    <aside className="place" aria-label="Environment">
      <Lenticel mark="unk" />
      <b>TEST</b>
      <span>
        <span className="wide">
          {IS_LOCAL_NETWORK ? 'Local network on this machine. ' : 'Test network. '}
        </span>
        Nothing here reaches a real company<span className="wide">, and nothing here is a real invoice</span>.
      </span>
    </aside>
  );
}

export function EnvironmentLabel() {
  return <span className="env">{ENVIRONMENT === 'production' ? 'Production' : 'Test'}</span>;
}

export function Brand() {
  return (
    <>
      <svg className="tree" aria-hidden="true">
        <use href="#tree" />
      </svg>
      Pappel
    </>
  );
}
