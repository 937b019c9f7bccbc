import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { NoteDocument } from "#shared/contract/values/note-document.ts";
import { allItems } from "#shared/ports/all-items.ts";
import type { Item, Table } from "#shared/ports/table.ts";

/** Stored note of a file. */
const NoteFields = storedRecord("notes/note", 1, {
  filename: z.string(),
  /** Null once the note is deleted. Its item stays, so that versions continue and outdated writes are detected. */
  document: NoteDocument.nullable(),
  excerpt: z.string(),
  updatedAt: z.number(),
});

/** Note with its version, which is that of its item. */
export interface StoredNote {
  readonly filename: string;
  readonly document: NoteDocument;
  readonly excerpt: string;
  readonly updatedAt: number;
  readonly version: number;
}

/** Note of a file, if there is one, and the condition for the next write. */
export interface FoundNote {
  readonly note: StoredNote | undefined;
  readonly expected: "absent" | { readonly version: number };
}

const partition = "notes";
/** Item that counts changes of notes. */
const changesKey = { pk: "note-changes", sk: "count" };
/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const notePartitions = [partition, changesKey.pk];

const keyOf = (filename: string) => ({ pk: partition, sk: normalizedDatabaseName(filename) });

/** Stores notes on the Table port: one partition, ordered by file name. */
export function noteStore(table: Table) {
  return {
    async find(filename: string): Promise<FoundNote> {
      const item = await table.get(keyOf(filename));
      if (item === undefined) return { note: undefined, expected: "absent" };
      return { note: noteIn(item), expected: { version: item.version } };
    },

    /** @throws ConditionFailed if it was changed since it was read */
    async write(
      note: Omit<StoredNote, "version" | "document"> & { readonly document: NoteDocument | null },
      expected: FoundNote["expected"],
    ): Promise<number> {
      const { filename, document, excerpt, updatedAt } = note;
      const fields = { schema: 1, filename, document, excerpt, updatedAt };
      await table.transact([
        { put: { ...keyOf(filename), fields }, condition: expected },
        { update: changesKey, change: { add: { count: 1 } } },
      ]);
      return expected === "absent" ? 1 : expected.version + 1;
    },

    /**
     * Lists a page of notes.
     * @throws CursorRefused
     */
    async list({ cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number }) {
      const notes: StoredNote[] = [];
      for (let from = cursor; ; ) {
        const wanted = limit - notes.length;
        const page = await table.query({ pk: partition, limit: wanted, ...(from !== undefined && { cursor: from }) });
        notes.push(...page.items.flatMap((item) => noteIn(item) ?? []));
        from = page.cursor;
        if (from === undefined || notes.length === limit) return { notes, cursor: from ?? null };
      }
    },

    /** Returns the normalized names of all files with a nonempty note. */
    async noted(): Promise<ReadonlySet<string>> {
      const names = new Set<string>();
      for await (const item of allItems(table, { pk: partition })) {
        const note = noteIn(item);
        if (note !== undefined && note.excerpt !== "") names.add(normalizedDatabaseName(note.filename));
      }
      return names;
    },

    /** Returns a text that changes when any note is written or deleted. */
    async changes(): Promise<string> {
      return String((await table.get(changesKey))?.version ?? 0);
    },
  };
}

export type NoteStore = ReturnType<typeof noteStore>;

function noteIn({ fields, version }: Item): StoredNote | undefined {
  const { document, filename, excerpt, updatedAt } = NoteFields.parse(fields);
  return document === null ? undefined : { document, filename, excerpt, updatedAt, version };
}
