import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { Blobs } from "#shared/ports/blobs.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { processes } from "./contract.ts";
import type { ProcessRecord } from "./record.ts";
import { shownLine, shownProcess } from "./rules.ts";
import type { ProcessStore } from "./store.ts";

const linesPerPage = 500;

interface ReadingDependencies {
  readonly store: Pick<ProcessStore, "get" | "lines">;
  readonly blobs: () => Pick<Blobs, "get">;
  readonly clock: Clock;
}

/** Operations that read a process and its logs. */
export type ProcessReading = Pick<ServiceOf<typeof processes>, "readProcess" | "readProcessLog" | "readToolLog">;

export function processReading({ store, blobs, clock }: ReadingDependencies): ProcessReading {
  return {
    async readProcess({ id }) {
      return { process: shownProcess(await readRecord(store, id), clock.now()) };
    },

    async readProcessLog({ id, since = 0, limit = linesPerPage }) {
      // The state is read first, because lines are written before the final state, or with it.
      const { state } = await readRecord(store, id);
      const lines = await store.lines(id, since, limit);
      return {
        lines: lines.map(({ position, line }) => shownLine(position, line)),
        position: lines.at(-1)?.position ?? since,
        state,
      };
    },

    async readToolLog({ id }) {
      const { toolLog } = await readRecord(store, id);
      const blob = toolLog === null ? undefined : await blobs().get(toolLog);
      if (blob === undefined) throw new ServiceError("tool_log_not_found");
      const chunks: Uint8Array[] = [];
      for await (const chunk of blob.body) chunks.push(chunk);
      // Programs on other systems use other encodings. Invalid UTF-8 is shown with replacement characters.
      return Buffer.concat(chunks).toString("utf8");
    },
  };
}

/** @throws ServiceError `process_not_found` */
export async function readRecord(store: Pick<ProcessStore, "get">, id: number): Promise<ProcessRecord> {
  const record = await store.get(id);
  if (record === undefined) throw new ServiceError("process_not_found");
  return record;
}
