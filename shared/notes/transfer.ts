import * as z from "zod";
import { DatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { NoteDocument } from "#shared/contract/values/note-document.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import type { TransferPart } from "#shared/transfer/api.ts";
import { excerptOf } from "./rules.ts";
import type { NoteStore, StoredNote } from "./store.ts";

const NoteEntry = z.object({ filename: DatabaseName, document: NoteDocument, updatedAt: z.number() });
type NoteEntry = z.output<typeof NoteEntry>;

const notesPerPage = 100;

/** Transfers notes of files to another installation. */
export function transferredNotes(store: NoteStore): TransferPart<NoteEntry, StoredNote> {
  /** Replaces the note with this `version`; undefined requires that there is none. */
  const write = async (entry: NoteEntry, version: number | undefined): Promise<void> => {
    const { note, expected } = await store.find(entry.filename);
    if (note?.version !== version) throw new ConditionFailed();
    await store.write({ ...entry, excerpt: excerptOf(entry.document) }, expected);
  };

  return {
    entry: NoteEntry,
    async all() {
      const notes: StoredNote[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await store.list({ cursor: cursor ?? undefined, limit: notesPerPage });
        notes.push(...page.notes);
        cursor = page.cursor;
      } while (cursor !== null);
      return notes;
    },
    entryOf: async ({ filename, document, updatedAt }) => ({ filename, document, updatedAt }),
    identityOf: ({ filename }) => normalizedDatabaseName(filename),
    identityOfStored: ({ filename }) => normalizedDatabaseName(filename),
    titleOf: ({ filename }) => filename,
    create: (entry) => write(entry, undefined),
    replace: (entry, { version }) => write(entry, version),
  };
}
