import { ServiceError } from "#shared/contract/errors.ts";
import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { NoteDocument } from "#shared/contract/values/note-document.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import { excerptOf, largestNoteBytes } from "./rules.ts";
import type { NoteStore, StoredNote } from "./store.ts";

interface WritingDependencies {
  readonly store: Pick<NoteStore, "find" | "write">;
  readonly clock: Clock;
}

/** Writes notes. If the caller passes the version that it read, a concurrent change is an error; otherwise any version is overwritten. */
export interface NoteWriting {
  /** @throws ServiceError `note_too_large`, `note_changed` */
  put(filename: string, document: NoteDocument, version?: number): Promise<StoredNote>;
  /** @throws ServiceError `note_not_found`, `note_changed` */
  remove(filename: string, version?: number): Promise<void>;
  /**
   * Moves a note to a file without one, and returns it.
   * @throws ServiceError `note_not_found`, `note_exists`, `note_changed`
   */
  move(from: string, to: string): Promise<StoredNote & { readonly document: NoteDocument }>;
}

export function noteWriting({ store, clock }: WritingDependencies): NoteWriting {
  const write = async <Document extends StoredNote["document"] | null>(
    filename: string,
    document: Document,
    version: number | undefined,
  ) => {
    return retryOnConflict(async () => {
      const { note, expected } = await store.find(filename);
      if (document === null && note === undefined && (version ?? 0) === 0) throw new ServiceError("note_not_found");
      if (version !== undefined && version !== (note?.version ?? 0))
        throw new ServiceError("note_changed", { response: { version: note?.version ?? 0 } });
      const excerpt = document === null ? "" : excerptOf(document);
      const next = {
        filename: fullDatabaseName(filename.normalize("NFC")),
        excerpt,
        updatedAt: clock.now(),
        document,
      };
      return { ...next, version: await store.write(next, expected) };
    });
  };

  return {
    async put(filename, document, version) {
      const sizeBytes = new TextEncoder().encode(JSON.stringify(document)).length;
      if (sizeBytes > largestNoteBytes)
        throw new ServiceError("note_too_large", { response: { sizeBytes, largestBytes: largestNoteBytes } });
      return write(filename, document, version);
    },
    async move(from, to) {
      const [{ note }, target] = [await store.find(from), await store.find(to)];
      if (note === undefined) throw new ServiceError("note_not_found");
      if (normalizedDatabaseName(from) === normalizedDatabaseName(to)) return note;
      if (target.note !== undefined) throw new ServiceError("note_exists");
      // The note is written before it is deleted: an interruption leaves two notes, never none.
      const moved = await write(to, note.document, 0).catch((thrown: unknown) => {
        if (thrown instanceof ServiceError && thrown.error === "note_changed") throw new ServiceError("note_exists");
        throw thrown;
      });
      await write(from, null, note.version);
      return moved;
    },
    async remove(filename, version) {
      await write(filename, null, version);
    },
  };
}
