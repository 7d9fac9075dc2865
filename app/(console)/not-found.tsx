import { NotThere } from '@/components/shell/not-there';

export default function ConsoleNotFound() {
  return <NotThere />;
}
