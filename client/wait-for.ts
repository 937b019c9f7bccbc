import type { Process } from "./contract-types.ts";
import { LatchkeyFailure } from "./latchkey-error.ts";
import { operationEntry } from "./operation-entry.ts";
import operations from "./operations.json" with { type: "json" };
import { type Connection, send } from "./send.ts";

/** Process to wait for: its id, or the response of the call that started it. */
export type WaitTarget = number | { readonly processId: number };

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Maximum time to wait in seconds. @default {Infinity} */
  readonly timeoutSeconds?: number | undefined;
  /** Called with the state of the process each time it was read. */
  readonly onProgress?: ((process: Process) => void) | undefined;
}

const firstPauseMs = 300;
const longestPauseMs = 5_000;

/**
 * Returns the process when it has succeeded (`done` or `doneWithErrors`).
 * @throws LatchkeyError `process_failed` with the process if it ended in another state, `wait_timeout` if it takes longer
 */
export async function waitFor(
  connection: Connection,
  target: WaitTarget,
  { signal, timeoutSeconds = Number.POSITIVE_INFINITY, onProgress }: WaitOptions,
): Promise<Process> {
  const id = typeof target === "number" ? target : target.processId;
  const entry = operationEntry("processes.readProcess", operations.processes.readProcess);
  const operation = entry.name;
  let waitedMs = 0;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const answer = await send(connection, entry, { id }, { signal });
    const { process } = ((await answer.json()) as { readonly response: { readonly process: Process } }).response;
    onProgress?.(process);
    if (process.state === "done" || process.state === "doneWithErrors") return process;
    if (process.state !== "queued" && process.state !== "running") {
      const message = `Process ${id} (${process.title}): ${process.state}${process.reason === null ? "" : `. ${process.reason}`}`;
      throw new LatchkeyFailure("process_failed", message, { status: 200, operation, process });
    }
    if (waitedMs >= timeoutSeconds * 1000) {
      const message = `Process ${id} (${process.title}) didn't end within ${timeoutSeconds} seconds; it continues.`;
      throw new LatchkeyFailure("wait_timeout", message, { status: 200, operation, process });
    }
    await connection.delay(Math.min(pauseMs, timeoutSeconds * 1000 - waitedMs), signal);
    waitedMs += pauseMs;
  }
}
