import { lazyPart } from "../../ui/lazy-part.ts";

const UsagePart = lazyPart(() => import("../routes/usage/usage-part.tsx"));

/** Where charts come, as high as they are. */
export function UsagePlace(props: Omit<Parameters<typeof UsagePart>[0], "fallback">) {
  return <UsagePart {...props} fallback={<div className="min-h-96 rounded-lg border border-line bg-panel" />} />;
}
