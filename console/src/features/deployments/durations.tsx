import type { ReactNode } from "react";
import { deploymentMessages } from "../../messages/english/deployments.ts";
import { BarStrip } from "../../ui/values/bar-strip.tsx";
import { duration } from "../../ui/values/duration.ts";
import { exactly } from "../../ui/values/moment.tsx";
import { closedMs, type Deployment, tookMs } from "./deployments.ts";

const text = deploymentMessages.durations;
const maxShown = 20;

/** Durations of runs, and of the times for which they closed files. A single run isn't shown. */
export function Durations({
  runs,
  none = null,
}: {
  readonly runs: readonly Deployment[];
  /** Shown if there isn't enough data. */
  readonly none?: ReactNode;
}) {
  const shown = runs.slice(-maxShown).flatMap(({ id, parts }) => {
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
