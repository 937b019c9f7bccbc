import type { Process } from "#shared/processes/contract.ts";
import type { TestService } from "../../support/test-service.ts";

/** First pause between two looks, in milliseconds. Without pauses, looking would slow down the process that is being looked at. */
const firstPauseMs = 40;
/** Longest pause, in milliseconds, while a process works. */
const longestPauseMs = 160;

/** Returns a process once `isThere` accepts it. Default: once it has ended. */
export async function finalProcess(service: TestService, id: number, isThere = isFinal): Promise<Process> {
  // Only these states last: any other may be over after a longer pause.
  const growth = isThere === isFinal || isThere === isFinalOrWaits ? 1.25 : 1;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * growth, longestPauseMs)) {
    const process = await shownProcess(service, id);
    if (isThere(process)) return process;
    await service.clock.sleep(pauseMs);
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

/** True if a process has ended, or continues only when the clock is advanced. */
export function isFinalOrWaits({ endedAt, waitingFor }: Process): boolean {
  return endedAt !== null || waitingFor !== null;
}
