import { SandboxHealthView } from '@/components/settings/sandbox-health';
import { Section } from '@/components/ui/section';
import { engineStatus } from '@/server/engine/host';

/** The variables that choose the sandbox, where they are set; none holds a secret. */
const chosenBy = (): Record<string, string> => Object.fromEntries(['OOMRL_SANDBOX', 'OOMRL_DOCKER', 'DOCKER_HOST'].flatMap((name) => (process.env.OOMRL_SANDBOX && process.env[name] ? [[name, process.env[name]]] : [])));

/** The engine of this server and how it isolates code that nobody has vouched for. */
export function MachineSettings() {
  const { running, failures, sandbox } = engineStatus();
  return (
    <>
      <Section title="Engine" className="mt-0">
        <p className="text-sm">
          {running
            ? `Running${failures > 0 ? `, started again ${failures} ${failures === 1 ? 'time' : 'times'} since it was last well` : ''}.`
            : 'Not running in this server. Runs, verifications and reports wait until an engine is started: by npm start, or by oomrl worker in another process.'}
        </p>
      </Section>
      <Section title="Isolation of untrusted code">
        <SandboxHealthView health={sandbox} running={running} chosenBy={chosenBy()} />
      </Section>
    </>
  );
}
