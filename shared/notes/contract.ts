import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Limit, Timestamp } from "#shared/contract/scalars.ts";
import { DatabaseName, fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { NoteDocument } from "#shared/contract/values/note-document.ts";

const FileName = DatabaseName.describe("Name of the file, with or without `.fmp12`. Not case-sensitive.");

const Version = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

const About = {
  filename: z.string().describe("Name of the file, with its extension."),
  excerpt: z.string().describe("Start of the note, as plain text of at most 200 characters."),
  version: Version.describe("Version number. Increases with every change to the note."),
  updatedAt: Timestamp.describe("Time of the last change."),
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
    summary: "List the notes of files, sorted by file name",
    access: "admin",
    input: z.object({ cursor: Cursor.optional(), limit: Limit.optional() }),
    output: z.object({ notes: z.array(z.object(About)).describe("One page of notes."), cursor: Cursor.nullable() }),
    errors: [],
    example: { output: { notes: [aboutExample], cursor: null } },
  },
  getFileNote: {
    method: "GET",
    path: "/svc/api/file-notes/{filename}",
    summary: "Get the note of a file",
    description: "A note is kept when its file is closed or no longer hosted.",
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
      "Replaces the whole note. With `version`, the note is written only if it hasn't changed since that version. " +
      "Only the node types in the document's description are stored; the response has the stored note.",
    access: "admin",
    // Editors write their own attributes into documents.
    open: ["document"],
    input: z.object({
      filename: FileName,
      document: NoteDocument,
      version: Version.optional().describe(
        "Version of the note that you read; 0 if there was none. Without it, any existing note is replaced.",
      ),
    }),
    output: z.object({ note: Note.describe("The stored note.") }),
    changes: noteOf,
    errors: ["note_changed", "note_too_large", "body_too_large"],
    example: { input: { filename: "Contacts.fmp12", document: documentExample }, output: { note: noteExample } },
  },
  remapFileNote: {
    method: "PATCH",
    path: "/svc/api/file-notes/{filename}/remap",
    summary: "Move the note of a file to another file",
    description: "For a file that was renamed. A note of the other file is never replaced.",
    access: "admin",
    input: z.object({ filename: FileName, new_filename: DatabaseName.describe("File that gets the note.") }),
    output: z.object({ note: Note.describe("The moved note.") }),
    changes: ({ filename, new_filename: to }: { readonly filename: string; readonly new_filename: string }) => [
      noteOf({ filename }),
      noteOf({ filename: to }),
    ],
    errors: ["note_not_found", "note_exists", "note_changed"],
    example: {
      input: { filename: "Contacts.fmp12", new_filename: "People.fmp12" },
      output: { note: { ...noteExample, filename: "People.fmp12", version: 1 } },
    },
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
        .describe("Version of the note that you read. Without it, any existing note is deleted."),
    }),
    output: z.object({ ok: z.boolean().describe("Always true.") }),
    changes: noteOf,
    errors: ["note_not_found", "note_changed"],
    example: { input: { filename: "Contacts.fmp12" }, output: { ok: true } },
  },
});
