import type { NoteDocument } from "#shared/contract/values/note-document.ts";
import { call } from "../../api/client.ts";
import { Refused } from "../../api/refused.ts";
import { noteSessionOver } from "../../api/session-state.ts";
import { type FileNote, noteWritten, readNote } from "./file-note.ts";

/** State of a note in the editor. */
export interface DraftState {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly savedAt: string | undefined;
  readonly error: Error | undefined;
  /** Conflicting version of another user: their note, or null if they deleted it. Undefined: no conflict. */
  readonly theirs: FileNote | null | undefined;
}

const debounceMs = 800;
const againMs = 5_000;
const changed = 18181;

/** Saves the note after pauses in typing, with one write at a time. Never overwrites another user's version without asking. */
export function startDraft(filename: string, first: FileNote | null, documentNow: () => NoteDocument) {
  let version = first?.version ?? 0;
  let state: DraftState = { isDirty: false, isSaving: false, savedAt: undefined, error: undefined, theirs: undefined };
  let timer = 0;
  let writing: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  const become = (change: Partial<DraftState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };

  const write = async (): Promise<void> => {
    window.clearTimeout(timer);
    while (state.isDirty && state.theirs === undefined) {
      become({ isDirty: false, isSaving: true, error: undefined });
      try {
        const document = documentNow();
        const { note } = await call("PUT /svc/api/file-notes/{filename}", { filename, document, version });
        version = note.version;
        noteWritten(filename, note);
        become({ isSaving: false, savedAt: note.updatedAt });
      } catch (thrown) {
        become({ isDirty: true, isSaving: false });
        await refused(thrown instanceof Error ? thrown : new Error(String(thrown)));
        return;
      }
    }
  };

  const refused = async (thrown: Error): Promise<void> => {
    if (!(thrown instanceof Refused) || thrown.code !== changed) return failed(thrown);
    await readNote(filename).then((theirs) => become({ theirs }), failed);
  };

  /** Retries after errors that can be temporary, such as an expired session or an unavailable service. */
  const failed = (thrown: Error): void => {
    become({ error: thrown });
    if (!(thrown instanceof Refused)) return;
    if (thrown.isSignedOut) noteSessionOver();
    if (thrown.isSignedOut || thrown.isUnreachable || thrown.status >= 500)
      timer = window.setTimeout(() => void save(), againMs);
  };

  const save = (): Promise<void> => {
    writing ??= write().finally(() => {
      writing = undefined;
    });
    return writing;
  };

  return {
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Records a change of the text. */
    touch(): void {
      become({ isDirty: true });
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void save(), debounceMs);
    },
    /** Saves pending changes immediately. */
    async flush(): Promise<void> {
      await writing;
      await save();
    },
    /** Overwrites the other user's version, which the user has now seen. */
    async keepMine(): Promise<void> {
      version = state.theirs?.version ?? 0;
      become({ theirs: undefined, isDirty: true });
      await save();
    },
    /** Records that the editor now shows another user's version. */
    tookTheirs(theirs: FileNote | null): void {
      window.clearTimeout(timer);
      version = theirs?.version ?? 0;
      become({ theirs: undefined, isDirty: false, error: undefined });
    },
    /** Returns true if a version is newer than this draft. */
    isNewer: (note: FileNote | null): boolean => note !== null && note.version > version,
    stop: (): void => window.clearTimeout(timer),
  };
}

export type Draft = ReturnType<typeof startDraft>;
