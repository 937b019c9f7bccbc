import * as z from "zod";
import { HostRoot } from "#shared/agent/protocol/host-path.ts";
import { resource } from "#shared/contract/operation.ts";

/** Free space on the disk of one of FileMaker Server's folders. */
const DiskSpace = z.object({
  folder: HostRoot.describe("Content of the folder."),
  isThere: z.boolean().describe("True if the folder exists."),
  isWritable: z.boolean().describe("True if the agent can write to the folder."),
  freeBytes: z.number().nullable().describe("Free space of its disk in bytes; null if the folder doesn't exist."),
  totalBytes: z
    .number()
    .nullable()
    .describe("Size of its disk in bytes; null if the folder doesn't exist or the size is unknown."),
  hasRoom: z.boolean().nullable().describe("True if the free space exceeds the floor; null if unknown."),
});

/** Disks of the database host. */
export const disk = resource({
  readDiskSpace: {
    method: "GET",
    path: "/svc/api/disk-space",
    summary: "Get the disk space of the database host",
    description: "Current values from the agent. Folders can share a disk.",
    access: "admin",
    input: z.object({}),
    output: z.object({
      floorBytes: z
        .number()
        .describe("Free space that downloads and other tasks must leave, in bytes: `DISK_FLOOR_MB`."),
      folders: z.array(DiskSpace).describe("The folders that the agent uses."),
    }),
    errors: ["agent_unavailable", "agent_timeout", "agent_refused"],
    example: {
      output: {
        floorBytes: 1_000_000_000,
        folders: [
          {
            folder: "databases",
            isThere: true,
            isWritable: true,
            freeBytes: 75_161_927_680,
            totalBytes: 107_374_182_400,
            hasRoom: true,
          },
        ],
      },
    },
  },
});
