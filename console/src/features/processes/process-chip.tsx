import { Ban, CircleCheck, CircleX, Hourglass, LoaderCircle, TriangleAlert, Unplug } from "lucide-react";
import type { ProcessState } from "#shared/processes/contract.ts";
import { processMessages } from "../../messages/english/processes.ts";
import { Chip, type Tone } from "../../ui/values/chip.tsx";

const looks = {
  queued: { tone: "plain", icon: Hourglass },
  running: { tone: "plain", icon: LoaderCircle },
  done: { tone: "good", icon: CircleCheck },
  doneWithErrors: { tone: "warn", icon: TriangleAlert },
  failed: { tone: "bad", icon: CircleX },
  aborted: { tone: "warn", icon: Ban },
  crashed: { tone: "bad", icon: Unplug },
} as const satisfies Readonly<Record<ProcessState, { readonly tone: Tone; readonly icon: unknown }>>;

/** State of a process. */
export function ProcessChip({ state }: { readonly state: ProcessState }) {
  const { tone, icon } = looks[state];
  return (
    <Chip tone={tone} icon={icon}>
      {processMessages.states[state]}
    </Chip>
  );
}
