import type { AgentClient } from "#shared/agent/api.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { disk } from "./contract.ts";

const limits = { deadlineMs: 10_000 } as const;

/** Creates the service for the disks of the database host. */
export function diskService(
  agentClient: () => Pick<AgentClient, "request">,
  floorBytes: number,
): ServiceOf<typeof disk> {
  return {
    async readDiskSpace() {
      const { folders } = await agentClient().request("host.report", {}, limits);
      return {
        floorBytes,
        folders: folders.map(({ root, isThere, isWritable, freeBytes, totalBytes }) => ({
          folder: root,
          isThere,
          isWritable,
          freeBytes,
          totalBytes: totalBytes ?? null,
          hasRoom: freeBytes === null ? null : freeBytes > floorBytes,
        })),
      };
    },
  };
}
