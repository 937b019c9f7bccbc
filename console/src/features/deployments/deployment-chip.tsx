import {
  Ban,
  CalendarClock,
  CircleCheck,
  CircleHelp,
  CircleX,
  Hourglass,
  LoaderCircle,
  TriangleAlert,
  Unplug,
} from "lucide-react";
import { deploymentMessages as text } from "../../messages/english/deployments.ts";
import { Chip } from "../../ui/values/chip.tsx";
import type { DeploymentPart } from "./deployments.ts";

const looks = {
  running: { tone: "plain", icon: LoaderCircle },
  queued: { tone: "plain", icon: Hourglass },
  scheduled: { tone: "plain", icon: CalendarClock },
  crashed: { tone: "bad", icon: Unplug },
  failed: { tone: "bad", icon: CircleX },
  aborted: { tone: "warn", icon: Ban },
  unknown: { tone: "warn", icon: CircleHelp },
  successful: { tone: "good", icon: CircleCheck },
} as const;
type State = keyof typeof looks;
/** Precedence of states with several parts: running first, then failed. */
const order = Object.keys(looks) as readonly State[];

/** State or result of a deployment. */
export function DeploymentChip({
  parts,
}: {
  readonly parts: readonly Pick<DeploymentPart, "status" | "final_result" | "hasErrors">[];
}) {
  const states = parts.map(stateOf);
  const state = order.find((known) => states.includes(known)) ?? "unknown";
  if (state === "successful" && parts.some(({ hasErrors }) => hasErrors))
    return (
      <Chip tone="warn" icon={TriangleAlert}>
        {text.withErrors}
      </Chip>
    );
  return <Chip {...looks[state]}>{text.states[state]}</Chip>;
}

function stateOf({ status, final_result }: Pick<DeploymentPart, "status" | "final_result">): State {
  if (final_result !== null) return final_result;
  return status === "complete" ? "successful" : status;
}
