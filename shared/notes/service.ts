import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { notes } from "./contract.ts";
import type { NoteStore, StoredNote } from "./store.ts";
import { noteWriting } from "./writing.ts";

interface NoteServiceDependencies {
  readonly store: NoteStore;
  readonly clock: Clock;
}

const usualPage = 100;

/** Creates the service of the notes resource. */
export function noteService({ store, clock }: NoteServiceDependencies): ServiceOf<typeof notes> {
  const { put, remove, move } = noteWriting({ store, clock });

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
      const note = await put(filename, document, version);
      return { note: { ...about(note), document: note.document } };
    },

    async remapFileNote({ filename, new_filename: to }) {
      const note = await move(filename, to);
      return { note: { ...about(note), document: note.document } };
    },

    async deleteFileNote({ filename, version }) {
      await remove(filename, version);
      return { ok: true };
    },
  };
}

function about({ filename, excerpt, version, updatedAt }: StoredNote) {
  return { filename, excerpt, version, updatedAt: timestamp(updatedAt) };
}
