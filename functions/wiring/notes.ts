import type { ServiceOf } from "../../shared/contract/operation.ts";
import type { notes as notesContract } from "../../shared/notes/contract.ts";
import { noteService } from "../../shared/notes/service.ts";
import { noteStore } from "../../shared/notes/store.ts";
import { once } from "./foundation.ts";

/** The notes resource. */
export function notes(): ServiceOf<typeof notesContract> {
  return once("notes", ({ table, clock }) => noteService({ store: noteStore(table), clock }));
}
