import { noteService } from "#shared/notes/service.ts";
import { noteStore } from "#shared/notes/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** The notes resource. */
export const notes = memoized(({ table, clock }: Pick<Platform, "table" | "clock">) =>
  noteService({ store: noteStore(table), clock }),
);
