import { NotThere } from '@/components/shell/not-there';

export default function NotFound() {
  return (
    <main className="mx-auto max-w-2xl p-6">
      <NotThere />
    </main>
  );
}
