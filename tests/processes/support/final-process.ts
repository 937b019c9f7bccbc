import type { Process } from "#shared/processes/contract.ts";
import type { TestService } from "../../support/test-service.ts";

/** How often it is asked for: without a pause, asking would take the machine from the work that is asked about. */
const lookEveryMs = 40;

/** How a process is, once it is as `isThere` wants it: at its end, where nothing else is said. */
export async function finalProcess(service: TestService, id: number, isThere = isFinal): Promise<Process> {
  for (;;) {
    const process = await shownProcess(service, id);
    if (isThere(process)) return process;
    await service.clock.sleep(lookEveryMs);
  }
}

/** How a process is now. */
export async function shownProcess(service: TestService, id: number): Promise<Process> {
  const { body } = await service.admin("GET", `/svc/api/processes/${id}`);
  return body.response.process;
}

function isFinal({ endedAt }: Process): boolean {
  return endedAt !== null;
}
