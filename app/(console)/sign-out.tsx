'use client';
import { paths } from '@/components/paths';
import { Button } from '@/components/ui/button';
import { endSession } from './actions';

export function SignOut() {
  return (
    <Button
      size="sm"
      variant="quiet"
      onClick={async () => {
        await endSession({});
        window.location.assign(paths.signIn());
      }}
    >
      Sign out
    </Button>
  );
}
