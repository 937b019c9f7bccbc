import { notePartitions, noteStore } from "#shared/notes/store.ts";
import { transferredNotes } from "#shared/notes/transfer.ts";
import { noteWriting } from "#shared/notes/writing.ts";
import type { AddedParts } from "./added-parts.ts";

export const parts: AddedParts = {
  partitions: notePartitions,
  secrets: [],
  transfer: ({ table }) => ({ notes: transferredNotes(noteStore(table)) }),
  notesOfFiles({ table, clock }) {
    const store = noteStore(table);
    return {
      ...store,
      find: async (file) => (await store.find(file)).note?.document,
      put: async (file, document) => void (await noteWriting({ store, clock }).put(file, document)),
    };
  },
};
