'use client';
import { useState } from 'react';
import type { ActionResult } from '@/components/action-result';
import { ConfirmReason } from '@/components/ui/confirm-reason';
import { Field, Select, TextInput } from '@/components/ui/field';
import { ROLES, type Role } from '@/server/contracts/roles';

interface AddPersonProps {
  whyNot: string | null;
  roleMeans: Readonly<Record<Role, string>>;
  add: (input: { name: string; role: Role }) => Promise<ActionResult>;
}

/** A new person gets a link, not a password somebody else chose. */
export function AddPerson({ whyNot, roleMeans, add }: AddPersonProps) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  return (
    <ConfirmReason
      verb="Add a person"
      title="Add a person"
      effect="The person gets a link that signs in once; they then set their own password."
      reason="none"
      disabledReason={whyNot}
      done={`${name} was added.`}
      onConfirm={async () => {
        const result = await add({ name, role });
        if (result.ok) setName('');
        return result;
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name">
          <TextInput value={name} maxLength={60} onChange={(e) => setName(e.currentTarget.value)} />
        </Field>
        <Field label="Role" hint={roleMeans[role]}>
          <Select value={role} onChange={(e) => setRole(e.currentTarget.value as Role)}>
            {ROLES.map((r) => (
              <option key={r}>{r}</option>
            ))}
          </Select>
        </Field>
      </div>
    </ConfirmReason>
  );
}
