import { MESSAGE_STATUSES, PARTICIPANT_STATUSES, wordsOf } from '../../texts/statuses.ts';
import type { ChoiceGroup } from '../../ui/choices.tsx';
import { typeName } from '../../ui/format.ts';
import { shortTime } from '../../ui/when.ts';
import type { Found } from './find-queries.ts';
import type { Open } from './recent.ts';

const linked = (href: string, label: string, detail: string, open: Open) => ({
  href: `/console${href}`,
  pick: () => open(href, { label, detail }),
});

export function documentGroup(documents: Found['documents'], open: Open): ChoiceGroup {
  return {
    title: 'Document number or your reference',
    choices: documents.map((document) => {
      const { id, status, direction, documentNumber, createdAt } = document;
      const isSent = direction === 'OUTBOUND';
      const name = `${typeName(document.type)} ${documentNumber ?? id.slice(0, 8)}`;
      const other = isSent
        ? `to ${document.receiverName ?? document.receiver}`
        : `from ${document.senderName ?? document.sender}`;
      const words = wordsOf(MESSAGE_STATUSES, status);
      const own = isSent
        ? (document.senderName ?? document.sender)
        : `to ${document.receiverName ?? document.receiver}`;
      return {
        key: id,
        label: (
          <>
            <b>{name}</b> {other}
          </>
        ),
        detail: `${own}, ${words.label.toLowerCase()}`,
        aside: `${isSent ? 'sent' : 'received'} ${shortTime(createdAt)}`,
        mark: { mark: words.mark, tone: words.tone },
        copies: id,
        ...linked(`/documents/${id}`, `${name} ${other}`, own, open),
      };
    }),
  };
}

export function addressGroup(addresses: Found['addresses'], open: Open): ChoiceGroup {
  return {
    title: 'Your addresses',
    choices: addresses.map(({ id, scheme, value, name, status }) => {
      const words = wordsOf(PARTICIPANT_STATUSES, status);
      const address = `${scheme}:${value}`;
      return {
        key: id,
        label: <span className="mono">{address}</span>,
        detail: name,
        aside: words.label,
        mark: { mark: words.mark, tone: words.tone },
        copies: address,
        ...linked(`/addresses/${id}`, address, name, open),
      };
    }),
  };
}

export function peopleGroup(people: Found['people'], open: Open): ChoiceGroup {
  return {
    title: 'People',
    choices: people.map(({ id, name, email }) => ({
      key: id,
      label: name || email,
      detail: email,
      copies: email,
      ...linked('/access?tab=people', name || email, email, open),
    })),
  };
}

export function keyGroup(keys: Found['keys'], open: Open): ChoiceGroup {
  return {
    title: 'The key with this beginning',
    choices: keys.map(({ id, name, prefix }) => ({
      key: id,
      label: name,
      detail: `${prefix}…`,
      copies: id,
      ...linked('/access?tab=keys', name, `${prefix}…`, open),
    })),
  };
}

const SHOWN = 5;

export function companyGroup(
  companies: readonly { id: string; name: string; identifier: string }[],
  words: string,
  open: Open,
): ChoiceGroup {
  const asked = words.trim().toLowerCase();
  return {
    title: 'Companies',
    choices: companies
      .filter(
        ({ name, identifier }) =>
          name.toLowerCase().includes(asked) || identifier.toLowerCase().includes(asked),
      )
      .slice(0, SHOWN)
      .map(({ id, name, identifier }) => ({
        key: id,
        label: name,
        detail: identifier,
        copies: id,
        ...linked(`/companies/${id}`, name, identifier, open),
      })),
  };
}
