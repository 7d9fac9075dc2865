import { People } from '@/components/settings/people';
import { listUsers } from '@/server/access/users';
import { db } from '@/server/db/client';
import { addPerson, disable, newLink, setRole } from './actions';

/** Who may do what. */
export function PeopleSettings({ selfId, whyNot }: { selfId: string; whyNot: string | null }) {
  return <People people={listUsers(db())} selfId={selfId} whyNot={whyNot} actions={{ add: addPerson, link: newLink, setRole, disable }} />;
}
