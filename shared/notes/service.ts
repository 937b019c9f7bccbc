import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { fullDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import type { notes } from "./contract.ts";
import { excerptOf, largestNoteBytes } from "./rules.ts";
import type { FoundNote, NoteStore, StoredNote } from "./store.ts";

interface NoteServiceDependencies {
  readonly store: NoteStore;
  readonly clock: Clock;
}

const usualPage = 100;

/** The notes resource: what people have written about hosted files. */
export function noteService({ store, clock }: NoteServiceDependencies): ServiceOf<typeof notes> {
  /** Writes over what the caller has read. Without its version, over whatever is there. */
  const write = async (
    filename: string,
    document: StoredNote["document"] | null,
    version: number | undefined,
  ): Promise<StoredNote | undefined> => {
    for (;;) {
      const { note, expected }: FoundNote = await store.find(filename);
      if (document === null && note === undefined && (version ?? 0) === 0) throw new ServiceError("note_not_found");
      if (version !== undefined && version !== (note?.version ?? 0))
        throw new ServiceError("note_changed", { response: { version: note?.version ?? 0 } });
      const excerpt = document === null ? "" : excerptOf(document);
      const next = { filename: fullDatabaseName(filename.normalize("NFC")), excerpt, updatedAt: clock.now() };
      try {
        const written = await store.write({ ...next, document }, expected);
        return document === null ? undefined : { ...next, document, version: written };
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed)) throw thrown; // Written by another call in between: look again.
      }
    }
  };

  return {
    async listFileNotes({ cursor, limit = usualPage }) {
      const page = await store.list({ cursor, limit });
      return { notes: page.notes.map(about), cursor: page.cursor };
    },

    async getFileNote({ filename }) {
      const { note } = await store.find(filename);
      if (note === undefined) throw new ServiceError("note_not_found");
      return { note: { ...about(note), document: note.document } };
    },

    async putFileNote({ filename, document, version }) {
      const sizeBytes = new TextEncoder().encode(JSON.stringify(document)).length;
      if (sizeBytes > largestNoteBytes)
        throw new ServiceError("note_too_large", { response: { sizeBytes, largestBytes: largestNoteBytes } });
      const note = await write(filename, document, version);
      if (note === undefined) throw new Error("A note was written and is not there");
      return { note: { ...about(note), document: note.document } };
    },

    async deleteFileNote({ filename, version }) {
      await write(filename, null, version);
      return { ok: true };
    },
  };
}

function about({ filename, excerpt, version, updatedAt }: StoredNote) {
  return { filename, excerpt, version, updatedAt: timestamp(updatedAt) };
}
