'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ActionResult } from '@/components/action-result';
import { Chip } from '@/components/ui/chip';
import { ConfirmReason } from '@/components/ui/confirm-reason';
import { TimeText } from '@/components/ui/date-text';
import { Select } from '@/components/ui/field';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import { useToast } from '@/components/ui/toast';
import { ROLES, type Role } from '@/server/contracts/roles';
import { AddPerson } from './add-person';
import { type IssuedLink, SignInLinkNotice } from './sign-in-link-notice';

export interface PersonRow {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly hasPassword: boolean;
  readonly createdAt: number;
  readonly disabledAt: number | null;
}

export interface PeopleActions {
  add: (input: { name: string; role: Role }) => Promise<ActionResult<IssuedLink>>;
  link: (input: { userId: string }) => Promise<ActionResult<IssuedLink>>;
  setRole: (input: { userId: string; role: Role }) => Promise<ActionResult>;
  disable: (input: { userId: string }) => Promise<ActionResult>;
}

const ROLE_MEANS: Record<Role, string> = {
  viewer: 'Reads everything, changes nothing.',
  operator: 'Steps and halts books, writes and signs autopsies, runs agents.',
  approver: 'Also approves, resumes, rolls back, changes limits and people.',
};

/** Who may do what. The last approver stays one; a person is disabled, never deleted, because the audit log names them. */
export function People({ people, selfId, whyNot, actions }: { people: readonly PersonRow[]; selfId: string; whyNot: string | null; actions: PeopleActions }) {
  const router = useRouter();
  const toast = useToast();
  const [issued, setIssued] = useState<IssuedLink | null>(null);

  const settle = <T,>(result: ActionResult<T>, text: string): ActionResult<T> => {
    if (result.ok) toast({ text });
    else toast({ text: result.error.message, tone: 'error' });
    router.refresh();
    return result;
  };
  const giveLink = async (promise: Promise<ActionResult<IssuedLink>>) => {
    const result = await promise;
    if (result.ok) setIssued(result.data);
    router.refresh();
    return result;
  };

  return (
    <div className="space-y-4">
      {whyNot ? <p className="text-xs text-ink-2">{whyNot}</p> : null}
      {issued ? <SignInLinkNotice issued={issued} onClose={() => setIssued(null)} /> : null}
      <Table caption="People and their roles">
        <Thead>
          <Th>Name</Th>
          <Th>Role</Th>
          <Th className="max-sm:hidden">Signs in with</Th>
          <Th className="max-sm:hidden">Since</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </Thead>
        <tbody>
          {people.map((person) => (
            <Tr key={person.id}>
              <Td className="whitespace-nowrap">
                {person.name} {person.id === selfId ? <span className="text-xs text-ink-3">you</span> : null}
              </Td>
              <Td className="w-36">
                {whyNot || person.disabledAt !== null ? (
                  <span title={ROLE_MEANS[person.role]}>{person.role}</span>
                ) : (
                  <Select className="min-w-24" aria-label={`Role of ${person.name}`} value={person.role} title={ROLE_MEANS[person.role]} onChange={async (e) => settle(await actions.setRole({ userId: person.id, role: e.currentTarget.value as Role }), `${person.name}: role changed.`)}>
                    {ROLES.map((role) => (
                      <option key={role}>{role}</option>
                    ))}
                  </Select>
                )}
              </Td>
              <Td className="text-xs text-ink-2 max-sm:hidden">{person.hasPassword ? 'password' : 'a link, not used yet'}</Td>
              <Td className="text-xs text-ink-2 max-sm:hidden">
                <TimeText at={person.createdAt} />
              </Td>
              <Td className="text-right sm:whitespace-nowrap">
                {person.disabledAt !== null ? (
                  <Chip shape="dash">Disabled</Chip>
                ) : (
                  <span className="inline-flex flex-wrap justify-end gap-2">
                    <ConfirmReason size="sm" verb="New link" title={`A new sign-in link for ${person.name}`} effect="Whoever opens the link within a day signs in as this person and sets a password. It is shown once." reason="none" disabledReason={whyNot} onConfirm={() => giveLink(actions.link({ userId: person.id }))} />
                    <ConfirmReason size="sm" variant="quiet" verb="Disable" title={`Disable ${person.name}`} effect="Ends all sessions of this person at once. Their name stays in the audit log." reason="none" danger disabledReason={whyNot ?? (person.id === selfId ? 'You cannot disable yourself; another approver can.' : null)} onConfirm={async () => settle(await actions.disable({ userId: person.id }), `${person.name} is disabled.`)} />
                  </span>
                )}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      <AddPerson whyNot={whyNot} roleMeans={ROLE_MEANS} add={(input) => giveLink(actions.add(input))} />
    </div>
  );
}
