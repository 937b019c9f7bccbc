import { uploadsPrefix } from "#shared/files/uploads/part-names.ts";
import { processBlobs } from "#shared/processes/tool-log.ts";
import type { NeedsOn } from "../needs.ts";
import type { ConsumerPlatform } from "./consumer-wiring.ts";

export const needs: NeedsOn<ConsumerPlatform> = {
  notesUseOf: [],
  // Work of every kind: what it writes is as wide as what the service itself may.
  writes: "every partition",
  parts: {
    agents: "send",
    queue: ["send", "receive"],
    schedules: ["process", "schedule"],
    blobs: { [processBlobs]: ["put", "get", "delete"], [uploadsPrefix]: ["get", "delete", "list"] },
  },
};
