import type { ReactNode } from "react";
import { deploymentMessages } from "../../messages/deployments.ts";
import { BarStrip } from "../../ui/values/bar-strip.tsx";
import { duration } from "../../ui/values/duration.ts";
import { exactly } from "../../ui/values/moment.tsx";
import { closedMs, type Deployment, tookMs } from "./deployments.ts";

const text = deploymentMessages.durations;
const most = 20;

/** How long runs took, and how long of that files were closed. One run alone shows nothing. */
export function Durations({
  runs,
  none = null,
}: {
  readonly runs: readonly Deployment[];
  /** What stands there where too little is known. */
  readonly none?: ReactNode;
}) {
  const shown = runs.slice(-most).flatMap(({ id, parts }) => {
    const value = tookMs(parts);
    return value === undefined ? [] : [{ id, value, share: closedMs(parts) ?? 0, at: parts[0]?.started_at ?? "" }];
  });
  if (shown.length < 2) return none === null ? null : <span className="text-muted text-sm">{none}</span>;
  const lengths = shown.map(({ value }) => value);
  return (
    <BarStrip
      label={text.label(shown.length, duration(Math.min(...lengths)), duration(Math.max(...lengths)))}
      bars={shown.map(({ at, ...bar }) => ({
        ...bar,
        text: text.run(exactly(at), duration(bar.value), duration(bar.share)),
      }))}
    />
  );
}
