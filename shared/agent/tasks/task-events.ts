import type { Reports } from "#shared/jobs/api.ts";
import type { Blobs } from "#shared/ports/blobs.ts";
import type { HeldTask, TaskEvent, TaskInstruction } from "../protocol/tasks/task.ts";

/** Handles an agent's reports about its tasks. */
export interface TaskEvents {
  /** Applies an event to its process. `isKept`: it needn't be sent again. */
  take(event: TaskEvent): Promise<TaskInstruction & { readonly isKept: boolean }>;
  /** Renews all tasks of the agent. Running ones continue; those that are only in its journal are handed over again. */
  renewAll(works: readonly HeldTask[]): Promise<TaskInstruction[]>;
}

interface TaskEventDependencies {
  readonly reports: () => Reports;
  readonly blobs: () => Blobs;
  /** Returns the name of the blob with the output of a process's programs. */
  readonly outputName: (processId: number) => string;
}

export function taskEvents({ reports, blobs, outputName }: TaskEventDependencies): TaskEvents {
  const contentOf = async (name: string): Promise<Buffer> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await blobs().get(name))?.body ?? []) chunks.push(chunk);
    return Buffer.concat(chunks);
  };

  /** Appends a piece of output. Returns false if an earlier piece is missing. */
  const append = async (process: number, { offset, bytes }: NonNullable<TaskEvent["output"]>): Promise<boolean> => {
    const piece = Buffer.from(bytes, "base64");
    const name = outputName(process);
    // S3 denies reads of missing objects without permission to list the bucket. Read only what a report has named.
    const isThere = (await reports().toolLog(process)) === name;
    const before = isThere ? await contentOf(name) : Buffer.alloc(0);
    if (before.length < offset) return false;
    if (before.length >= offset + piece.length) return true;
    const whole = Buffer.concat([before.subarray(0, offset), piece]);
    await blobs().put(name, only(whole), { contentType: "text/plain; charset=utf-8" });
    return true;
  };

  return {
    async take({ process, fence, number, report, output }) {
      if (output !== undefined && !(await append(process, output)))
        return { process, fence, standing: "go-on", isKept: false };
      const toolLog = output === undefined ? {} : { toolLog: outputName(process) };
      const folding = await reports().fold({ processId: process, fence, number, report: { ...report, ...toolLog } });
      const isKept = folding === "folded" || folding === "known";
      return { process, fence, standing: folding === "refused" ? "lost" : "go-on", isKept };
    },

    async renewAll(works) {
      const states: TaskInstruction[] = [];
      for (const { process, fence, isWaiting } of works) {
        if (isWaiting) {
          const isMine = await reports().reclaim(process, fence);
          states.push({ process, fence, standing: isMine ? "go-on" : "lost" });
          continue;
        }
        const known = await reports().renewLease(process, fence);
        const instruction = known === undefined ? "lost" : known.isAbortRequested ? "abort" : "go-on";
        states.push({ process, fence, standing: instruction });
      }
      return states;
    },
  };
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}
