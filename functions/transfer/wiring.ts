import { transferService } from "#shared/transfer/service.ts";
import { targetService } from "#shared/transfer/target-service.ts";
import { type JobsPlatform, jobs } from "../jobs/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { partsOfTransfer, pendingImports } from "./parts-wiring.ts";

/** Path prefixes to try on the other service, in addition to ours. */
const otherPrefixes = ["svc", "otto"];

type TransferPlatform = JobsPlatform &
  Pick<Platform, "vault" | "ids" | "callouts" | "baseUrl" | "oauthLimits" | "prefixes">;

export const transfer = memoized((platform: TransferPlatform) => {
  const { callouts, ids, clock, baseUrl } = platform;
  const prefixes = [...new Set([...platform.prefixes, ...otherPrefixes])];
  return transferService({
    parts: () => partsOfTransfer(platform),
    store: pendingImports(platform),
    jobs: () => jobs(platform),
    targetService: (target) => targetService({ callouts, prefixes }, target),
    ids,
    clock,
    baseUrl,
  });
});
