import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Limit, Timestamp } from "#shared/contract/scalars.ts";
import { DatabaseName, fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { NoteDocument } from "#shared/contract/values/note-document.ts";

const FileName = DatabaseName.describe("The file's name, with or without `.fmp12`. Its case does not matter.");

const Version = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

const About = {
  filename: z.string().describe("The file's name with its extension."),
  excerpt: z.string().describe("How the note begins, as plain text of at most 200 characters."),
  version: Version.describe("Grows with every change of the note."),
  updatedAt: Timestamp.describe("When it was written last."),
};

/** Note on a hosted file. A file has at most one. */
const Note = z.object({ ...About, document: NoteDocument });

const aboutExample = {
  filename: "Contacts.fmp12",
  excerpt: "Nightly import Runs at 02:00. See the manual.",
  version: 3,
  updatedAt: "2026-11-20T09:15:02.114Z",
};
const documentExample: NoteDocument = {
  type: "doc",
  content: [
    { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "Nightly import" }] },
    {
      type: "paragraph",
      content: [
        { type: "text", text: "Runs at " },
        { type: "text", text: "02:00", marks: [{ type: "bold" }] },
        { type: "text", text: ". See " },
        {
          type: "text",
          text: "the manual",
          marks: [{ type: "link", attrs: { href: "https://manual.example.com/import" } }],
        },
        { type: "text", text: "." },
      ],
    },
  ],
};
const noteExample = { ...aboutExample, document: documentExample };

const noteOf = ({ filename }: { readonly filename: string }) => `file-note:${fullDatabaseName(filename)}`;

export const notes = resource({
  listFileNotes: {
    method: "GET",
    path: "/svc/api/file-notes",
    summary: "List the notes of files, by the files' names",
    access: "admin",
    input: z.object({ cursor: Cursor.optional(), limit: Limit.optional() }),
    output: z.object({ notes: z.array(z.object(About)).describe("A page of notes."), cursor: Cursor.nullable() }),
    errors: [],
    example: { output: { notes: [aboutExample], cursor: null } },
  },
  getFileNote: {
    method: "GET",
    path: "/svc/api/file-notes/{filename}",
    summary: "Read the note of a file",
    description: "A note stays when its file is closed or no longer hosted.",
    access: "admin",
    input: z.object({ filename: FileName }),
    output: z.object({ note: Note.describe("The note.") }),
    errors: ["note_not_found"],
    example: { input: { filename: "Contacts.fmp12" }, output: { note: noteExample } },
  },
  putFileNote: {
    method: "PUT",
    path: "/svc/api/file-notes/{filename}",
    summary: "Write the note of a file",
    description:
      "Replaces the whole note. With `version`, it is written only if it was not written since that version was read. " +
      "What is stored is what the document's description names, and comes back in the answer.",
    access: "admin",
    // Editors write their own attributes into documents.
    open: ["document"],
    input: z.object({
      filename: FileName,
      document: NoteDocument,
      version: Version.optional().describe(
        "The version that was read; 0 where there was no note. Left out, whatever is there is replaced.",
      ),
    }),
    output: z.object({ note: Note.describe("The note as it is now.") }),
    changes: noteOf,
    errors: ["note_changed", "note_too_large", "body_too_large"],
    example: { input: { filename: "Contacts.fmp12", document: documentExample }, output: { note: noteExample } },
  },
  deleteFileNote: {
    method: "DELETE",
    path: "/svc/api/file-notes/{filename}",
    summary: "Delete the note of a file",
    access: "admin",
    input: z.object({
      filename: FileName,
      version: z.coerce
        .number()
        .pipe(Version)
        .optional()
        .describe("The version that was read. Left out, whatever is there is deleted."),
    }),
    output: z.object({ ok: z.boolean().describe("It is gone.") }),
    changes: noteOf,
    errors: ["note_not_found", "note_changed"],
    example: { input: { filename: "Contacts.fmp12" }, output: { ok: true } },
  },
});
