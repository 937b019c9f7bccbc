import type { JobKind } from "#shared/jobs/job-kind.ts";
import { importJob } from "#shared/transfer/import-job.ts";
import type { Platform } from "../platform.ts";
import { partsOfTransfer, pendingImports } from "./parts-wiring.ts";

export function transferJobs(
  platform: Pick<Platform, "table" | "vault" | "clock" | "ids" | "oauthLimits">,
): readonly JobKind[] {
  return [importJob({ store: pendingImports(platform), parts: () => partsOfTransfer(platform) })];
}
