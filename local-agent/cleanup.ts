import { randomUUID } from "node:crypto";
import { type CleanedUpKind, type CleanupReport, maxCleanedUp } from "#shared/agent/protocol/message.ts";
import { sweepChanges } from "./backups/restore/kept-containers.ts";
import type { HostUploads } from "./browser/uploads/host-uploads.ts";
import type { Clock } from "./clock.ts";
import { sweepKeptBuilds } from "./deployments/kept-builds.ts";
import type { Host } from "./host.ts";
import type { AgentLog } from "./log.ts";
import { sweepTrash } from "./trash/delete-from-trash.ts";
import { sweepRemovedFiles } from "./trash/removed-files.ts";

interface CleanupOptions {
  readonly host: Host;
  readonly uploads: Pick<HostUploads, "sweep">;
  readonly clock: Clock;
  readonly log: AgentLog;
}

/** Deletes expired files, and remembers them until the service has recorded it. */
export interface Cleanup {
  /** `removedKeptDays`: days to keep files that FileMaker Server has removed. Null: forever. */
  run(removedKeptDays: number | null): Promise<void>;
  /** Returns deletions that the service hasn't confirmed, the same each time until it does. */
  report(): CleanupReport | undefined;
  confirmed(id: string): void;
}

export function cleanup({ host, uploads, clock, log }: CleanupOptions): Cleanup {
  const unreported: string[] = [];
  let current: CleanupReport | undefined;

  const note = async (kind: CleanedUpKind, sweep: Promise<readonly string[]>): Promise<void> => {
    const names = await sweep;
    if (names.length > 0) log({ event: "cleaned_up", kind, count: names.length });
    unreported.push(...names.map((name) => `${kind}:${name}`));
  };

  return {
    async run(removedKeptDays) {
      await Promise.all([
        note("host-upload", uploads.sweep()),
        note("trash", sweepTrash(host, clock)),
        note("restored-containers", sweepChanges(host, clock)),
        note("kept-build", sweepKeptBuilds(host, clock)),
        ...(removedKeptDays === null ? [] : [note("removed-file", sweepRemovedFiles(host, clock, removedKeptDays))]),
      ]);
    },

    report() {
      if (current === undefined && unreported.length > 0)
        current = { id: randomUUID(), deleted: unreported.splice(0, maxCleanedUp) };
      return current;
    },

    confirmed(id) {
      if (current?.id === id) current = undefined;
    },
  };
}
