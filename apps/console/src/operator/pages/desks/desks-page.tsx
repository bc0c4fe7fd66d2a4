import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Answered } from '../../../ui/answered.tsx';
import { Page } from '../../../ui/page.tsx';
import { Empty } from '../../../ui/states.tsx';
import { useRights } from '../../api/session.ts';
import { DeskList } from '../../parts/desk-list.tsx';
import { DeskPicker } from '../../parts/desk-picker.tsx';
import { desksQuery } from '../../parts/queries.ts';

/** The staff at customers' desks now. */
export function DesksPage() {
  const { mayWork } = useRights();
  const [isPicking, setPicking] = useState(false);
  const query = useQuery(desksQuery);
  return (
    <Page
      title="Desks"
      lede="Sitting at a customer’s desk shows what they see. It takes a reason, which they read, and ends by itself."
      actions={
        mayWork && (
          <button type="button" className="btn pri" onClick={() => setPicking(true)}>
            Sit at a customer’s desk…
          </button>
        )
      }
    >
      <Answered query={query}>
        {(desks) =>
          desks.length === 0 ? <Empty title="Nobody sits at a customer’s desk" /> : <DeskList desks={desks} />
        }
      </Answered>
      {isPicking && <DeskPicker close={() => setPicking(false)} />}
    </Page>
  );
}
