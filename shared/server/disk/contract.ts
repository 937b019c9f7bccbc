import * as z from "zod";
import { HostRoot } from "#shared/agent/protocol/host-path.ts";
import { resource } from "#shared/contract/operation.ts";

/** Free space on the disk of one of FileMaker Server's folders. */
const DiskSpace = z.object({
  folder: HostRoot.describe("What the folder holds."),
  isThere: z.boolean().describe("Whether it was found."),
  isWritable: z.boolean().describe("Whether the agent may write there."),
  freeBytes: z.number().nullable().describe("What its disk has left. Null: the folder is missing."),
  totalBytes: z
    .number()
    .nullable()
    .describe("How large its disk is. Null: the folder is missing, or its disk does not say."),
  hasRoom: z.boolean().nullable().describe("Whether more than the floor is left. Null: unknown."),
});

/** Disks of the database host. */
export const disk = resource({
  readDiskSpace: {
    method: "GET",
    path: "/svc/api/disk-space",
    summary: "See how much space the database host's disks have",
    description: "As the agent finds them now. Folders may share a disk.",
    access: "admin",
    input: z.object({}),
    output: z.object({
      floorBytes: z.number().describe("What downloads and other work leave free: `DISK_FLOOR_MB`."),
      folders: z.array(DiskSpace).describe("The folders that the agent works in."),
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
