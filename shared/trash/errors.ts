import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of the trash. */
export const trashErrors = {
  file_name_taken: {
    code: 18231,
    status: 409,
    sentence: "A file of this name is there already",
    cause: "FileMaker Server tells files apart by name alone, whatever their case and folder; nothing was replaced.",
    remedy: "Give another name as `filename`, or move the other file out of the way first.",
  },
  trash_not_found: {
    code: 18232,
    status: 404,
    sentence: "There is no such file in the trash",
    cause: "It was restored, deleted for good, or swept away when its time was over.",
    remedy: "List the trash.",
  },
} as const satisfies ErrorEntries;
