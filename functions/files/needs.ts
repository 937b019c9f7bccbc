import {
  agentKeySecrets,
  agentReplyPartitions,
  agentRequestPartitions,
  agentRequestSecrets,
} from "#shared/agent/store.ts";
import { taskSecrets } from "#shared/agent/tasks/task-job.ts";
import { downloadPartitions } from "#shared/downloads/store.ts";
import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { uploadsPrefix } from "#shared/files/uploads/part-names.ts";
import { uploadPartitions } from "#shared/files/uploads/store.ts";
import { allowancePartitions } from "#shared/keys/limits/allowance-store.ts";
import { keyChangePartitions, keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import { notePartitions } from "#shared/notes/store.ts";
import { processCounterPartitions, processPartitions } from "#shared/processes/store.ts";
import { deletionSecrets } from "#shared/trash/delete-job.ts";
import { callPartitions, callReads, callSecrets, fileMakerReads, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, agentRequestSecrets, fileMakerSessionSecrets, taskSecrets, deletionSecrets],
  opens: [...callSecrets, agentKeySecrets, fileMakerSessionSecrets, keySecrets.admin, keySecrets.data],
  reads: [
    callReads,
    uploadPartitions,
    downloadPartitions,
    notePartitions,
    keyLookupPartitions.data,
    keyChangePartitions,
    processPartitions,
    fileMakerReads,
    agentReplyPartitions,
  ],
  writes: [
    callPartitions,
    allowancePartitions,
    uploadPartitions,
    downloadPartitions,
    processPartitions,
    processCounterPartitions,
    fileMakerSessionPartitions,
    agentRequestPartitions,
  ],
  parts: {
    agents: "send",
    queue: ["send"],
    // A presigned URL has its signer's permissions, so the role needs to put parts. Parts are counted, measured and deleted.
    blobs: { [uploadsPrefix]: ["put", "get", "delete", "list"] },
    transfers: ["inbound"],
  },
};
