import type { Hands } from "../../agent/hands.ts";
import type { HostRoot } from "../../contract/agent/host-path.ts";
import { ServiceError } from "../../contract/errors.ts";

/** Refuses what the disk of a folder has no room for, before anything of it is begun. */
export interface Room {
  /** @throws ServiceError host_disk_full, or what the host's absence says */
  (root: HostRoot, bytes: number): Promise<void>;
  /** What is to be left free. */
  readonly floorBytes: number;
}

const limits = { deadlineMs: 10_000 } as const;

export function room(hands: () => Pick<Hands, "request">, floorBytes: number): Room {
  const check = async (root: HostRoot, bytes: number): Promise<void> => {
    const { folders } = await hands().request("host.report", {}, limits);
    const freeBytes = folders.find((folder) => folder.root === root)?.freeBytes ?? null;
    if (freeBytes === null || freeBytes - bytes >= floorBytes) return;
    throw new ServiceError("host_disk_full", { response: { folder: root, freeBytes, neededBytes: bytes, floorBytes } });
  };
  return Object.assign(check, { floorBytes });
}
