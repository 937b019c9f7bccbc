import type { Process } from "../../../shared/processes/contract.ts";
import type { House } from "../../support/house.ts";

/** How a process is, once it is as `isThere` wants it: at its end, where nothing else is said. */
export async function finalProcess(home: House, id: number, isThere = isFinal): Promise<Process> {
  for (;;) {
    const process = await shownProcess(home, id);
    if (isThere(process)) return process;
  }
}

/** How a process is now. */
export async function shownProcess(home: House, id: number): Promise<Process> {
  const { body } = await home.admin("GET", `/svc/api/processes/${id}`);
  return body.response.process;
}

function isFinal({ endedAt }: Process): boolean {
  return endedAt !== null;
}
