import { noteService } from "#shared/notes/service.ts";
import { noteStore } from "#shared/notes/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

export const notes = memoized((platform: Pick<Platform, "table" | "clock">) =>
  noteService({ store: noteRecords(platform), clock: platform.clock }),
);

export const noteRecords = memoized(({ table }: Pick<Platform, "table">) => noteStore(table));
