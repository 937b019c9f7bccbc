import type { Process } from "#shared/processes/contract.ts";
import type { TestService } from "../../support/test-service.ts";

/** Polling interval: without a pause, polling would slow down the process that is being polled. */
const lookEveryMs = 40;

/** Returns a process once `isThere` accepts it. Default: once it has ended. */
export async function finalProcess(service: TestService, id: number, isThere = isFinal): Promise<Process> {
  for (;;) {
    const process = await shownProcess(service, id);
    if (isThere(process)) return process;
    await service.clock.sleep(lookEveryMs);
  }
}

/** Returns the current state of a process. */
export async function shownProcess(service: TestService, id: number): Promise<Process> {
  const { body } = await service.admin("GET", `/svc/api/processes/${id}`);
  return body.response.process;
}

function isFinal({ endedAt }: Process): boolean {
  return endedAt !== null;
}
