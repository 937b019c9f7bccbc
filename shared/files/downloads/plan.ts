import { works } from "../../contract/agent/work.ts";
import type { JobPlan } from "../../jobs/kind.ts";

export const downloadPlan: JobPlan = {
  kind: "files.download",
  title: "Make a download of",
  phases: works["files.download"].phases,
  canAbort: true,
};
