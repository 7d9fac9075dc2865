import type { BookPage } from '@/server/books/get-book-page';
import { paths } from '../paths';
import { LinkButton } from '../ui/button';

/** Where the loop stands while the book does not trade, and the one way on. */
export function LoopLink({ page, proposalId }: { page: Pick<BookPage, 'book' | 'incidents'>; proposalId: string | null }) {
  const incident = page.incidents.find((i) => i.status === 'open');
  switch (page.book.state) {
    case 'halted':
      return incident && <LinkButton variant="primary" href={paths.incident(incident.id)}>See what happened</LinkButton>;
    case 'in_autopsy':
      return incident && <LinkButton variant="primary" href={paths.autopsy(incident.id)}>Continue the autopsy</LinkButton>;
    case 'refactoring':
      return proposalId && <LinkButton variant="primary" href={paths.run(proposalId)}>Watch the agent</LinkButton>;
    case 'in_review':
      return proposalId && <LinkButton variant="primary" href={paths.proposal(proposalId)}>Review the proposal</LinkButton>;
    default:
      return null;
  }
}
