import type { ErrorEntries } from "#shared/contract/error-entry.ts";

export const trashErrors = {
  file_name_taken: {
    code: 18231,
    status: 409,
    sentence: "A file with this name already exists",
    cause: "FileMaker Server identifies files by name only, without regard to case or folder. Nothing was replaced.",
    remedy: "Send another name as `filename`, or move the other file away first.",
  },
  trash_not_found: {
    code: 18232,
    status: 404,
    sentence: "File not found in the trash",
    cause: "It was restored, permanently deleted, or removed when its retention ended.",
    remedy: "List the trash.",
  },
} as const satisfies ErrorEntries;
