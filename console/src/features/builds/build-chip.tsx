import { Ban, CircleCheck, CircleX, Hourglass, LoaderCircle, TriangleAlert, Unplug } from "lucide-react";
import type { BuildStatus } from "#shared/builds/contract.ts";
import { buildMessages as text } from "../../messages/english/builds.ts";
import { Chip } from "../../ui/values/chip.tsx";

const looks = {
  scheduled: { tone: "plain", icon: Hourglass },
  started: { tone: "plain", icon: LoaderCircle },
  zipping: { tone: "plain", icon: LoaderCircle },
  completed: { tone: "good", icon: CircleCheck },
  crashed: { tone: "bad", icon: Unplug },
  aborted: { tone: "warn", icon: Ban },
  failed: { tone: "bad", icon: CircleX },
} as const;

/** State of a build. Marked if it completed with errors in its log. */
export function BuildChip({ status, hasErrors }: { readonly status: BuildStatus; readonly hasErrors: boolean }) {
  if (hasErrors && status === "completed")
    return (
      <Chip tone="warn" icon={TriangleAlert}>
        {text.withErrors}
      </Chip>
    );
  return <Chip {...looks[status]}>{text.states[status]}</Chip>;
}
