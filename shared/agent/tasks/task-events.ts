import type { Reports } from "#shared/jobs/reports.ts";
import type { Blobs } from "#shared/ports/blobs.ts";
import type { HeldTask, TaskEvent, TaskInstruction } from "../protocol/tasks/task.ts";

/** What an agent says of its long work, and what it is told in return. */
export interface TaskEvents {
  /** Folds an event into its process. `isKept`: it need not be sent again. */
  take(event: TaskEvent): Promise<TaskInstruction & { readonly isKept: boolean }>;
  /** All works that the agent has: those go on, and those that it knows only from its journal are handed over again. */
  renewAll(works: readonly HeldTask[]): Promise<TaskInstruction[]>;
}

interface TaskEventDependencies {
  readonly reports: () => Reports;
  readonly blobs: () => Blobs;
  /** The blob with what the programs of a process have put out. */
  readonly outputName: (processId: number) => string;
}

export function taskEvents({ reports, blobs, outputName }: TaskEventDependencies): TaskEvents {
  const contentOf = async (name: string): Promise<Buffer> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await blobs().get(name))?.body ?? []) chunks.push(chunk);
    return Buffer.concat(chunks);
  };

  /** Puts a piece behind those that are there. False where a piece before it is missing. */
  const append = async (process: number, { offset, bytes }: NonNullable<TaskEvent["output"]>): Promise<boolean> => {
    const piece = Buffer.from(bytes, "base64");
    const name = outputName(process);
    // S3 refuses to read what is not there to those who may not list the bucket: only what a report has named is read.
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
        const standing = known === undefined ? "lost" : known.isAbortRequested ? "abort" : "go-on";
        states.push({ process, fence, standing });
      }
      return states;
    },
  };
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}
