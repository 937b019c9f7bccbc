import type { ReactElement } from "react";
import { noteMessages } from "../../messages/english/notes.ts";
import { NoteCard } from "./note-card.tsx";
import { NotePanel } from "./note-panel.tsx";

/** Notes on the page of a file, and at its name in lists. */
export const fileNotes = {
  tab: "note",
  text: noteMessages.title,
  calls: (filename: string) => [{ address: "GET /svc/api/file-notes/{filename}" as const, input: { filename } }],
  Panel: NotePanel,
  named: ({ filename, hasNote }: { readonly filename: string; readonly hasNote: boolean }, link: ReactElement) =>
    hasNote ? <NoteCard filename={filename} link={link} /> : link,
};
