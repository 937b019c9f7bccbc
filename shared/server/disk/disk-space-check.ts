import type { AgentClient } from "#shared/agent/api.ts";
import type { HostRoot } from "#shared/agent/protocol/host-path.ts";
import { ServiceError } from "#shared/contract/errors.ts";

/** Rejects data that doesn't fit on the disk of a folder, before anything is written. */
export interface DiskSpaceCheck {
  /** @throws ServiceError host_disk_full, or the errors of an unavailable agent */
  (root: HostRoot, bytes: number): Promise<void>;
  /** Space that must stay free. */
  readonly floorBytes: number;
}

const limits = { deadlineMs: 10_000 } as const;

export function diskSpaceCheck(agentClient: () => Pick<AgentClient, "request">, floorBytes: number): DiskSpaceCheck {
  const check = async (root: HostRoot, bytes: number): Promise<void> => {
    const { folders } = await agentClient().request("host.report", {}, limits);
    const freeBytes = folders.find((folder) => folder.root === root)?.freeBytes ?? null;
    if (freeBytes === null || freeBytes - bytes >= floorBytes) return;
    throw new ServiceError("host_disk_full", { response: { folder: root, freeBytes, neededBytes: bytes, floorBytes } });
  };
  return Object.assign(check, { floorBytes });
}
