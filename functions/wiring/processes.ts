import { ServiceError } from "../../shared/contract/errors.ts";
import type { ServiceOf } from "../../shared/contract/operation.ts";
import { tidyPlan } from "../../shared/files/tidy-job.ts";
import { rewrapPlan } from "../../shared/keys/rewrap-job.ts";
import type { processes as processesContract } from "../../shared/processes/contract.ts";
import { processService } from "../../shared/processes/service.ts";
import { hands } from "./agent.ts";
import { afterwards, blobStore, jobQueue, once } from "./foundation.ts";
import { announceProcess, jobs, processRecords } from "./jobs.ts";

/** The processes resource. */
export function processes(): ServiceOf<typeof processesContract> {
  return once("processes", ({ clock }) =>
    processService({
      store: processRecords(),
      jobs: jobs(),
      queue: jobQueue,
      plans: { "keys.rewrap": rewrapPlan, "uploads.tidy": tidyPlan },
      blobs: () => blobStore().blobs,
      clock,
      announce: announceProcess,
      askToLeave: askAgentToLeave,
    }),
  );
}

/** An abort reaches the agent at once where it is there, and with its next heartbeat where not. */
function askAgentToLeave(process: number, fence: number): void {
  const asked = hands().request("work.abort", { process, fence }, { deadlineMs: 5_000 });
  const arrived = asked.catch((thrown: unknown) => {
    if (!(thrown instanceof ServiceError)) throw thrown;
  });
  afterwards().run("asking the agent to leave", arrived);
}
