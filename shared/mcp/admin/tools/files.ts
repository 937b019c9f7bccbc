import type { NoteDocument } from "#shared/contract/values/note-document.ts";
import { destructiveTool, readTool, type ToolContext, writeTool } from "../admin-tool.ts";
import { ApiRefused, apiRoute } from "../api-routes.ts";
import { doneResult, oneResult, pageInput, pageOfAll, pageOutput } from "../pages.ts";
import {
  doneField,
  flag,
  processField,
  type ResultFields,
  record,
  rows,
  text,
  texts,
  whole,
} from "../result-fields.ts";
import { clientRows, clientsOf, peopleText } from "./people.ts";
import { shownTo } from "./shown-to.ts";

const listDatabases = apiRoute("listDatabases");
const getDatabase = apiRoute("getDatabase");
const listClients = apiRoute("listClients");
const openFiles = apiRoute("openFiles");
const closeFiles = apiRoute("closeFiles");
const getFileNote = apiRoute("getFileNote");
const putFileNote = apiRoute("putFileNote");
const linkDatabase = apiRoute("linkDatabase");

const file = { type: "string", minLength: 1, maxLength: 200, description: "Name as in list_files" } as const;
const stateOutput: ResultFields = {
  done: flag("True if the file is in the requested state"),
  files: rows("The file", {
    filename: text(),
    outcome: text("done, unchanged, underWay, failed or unknown"),
    state: text(),
    text: text(),
  }),
  next: text("What to do next"),
};

export const fileTools = [
  readTool(
    "files",
    "list_files",
    {
      title: "List files",
      uses: [listDatabases],
      description:
        "Lists the hosted files: name, state, size in bytes, number of clients. Use it first, to get the exact name of a file for other tools.",
      input: pageInput,
      output: pageOutput("files", {
        file: text("Name for other tools"),
        state: text("normal is open"),
        size_bytes: whole(),
        clients: whole(),
        encrypted: flag(),
        has_note: flag(),
      }),
    },
    async (given, context) => {
      const { databases } = await context.api.call(listDatabases, {});
      const rows = databases.map(({ filename, state, sizeBytes, clients, isEncrypted, hasNote }) => ({
        file: filename,
        state,
        size_bytes: sizeBytes,
        clients,
        ...(isEncrypted && { encrypted: true }),
        ...(hasNote && { has_note: true }),
      }));
      return pageOfAll("files", rows, given, context);
    },
  ),
  readTool(
    "files",
    "get_file",
    {
      title: "Get a file",
      uses: [getDatabase, listClients, getFileNote],
      description:
        "Returns one hosted file: state, folder, size, connected clients, extended privileges, the keys that can open it, and its note. Use it before closing or replacing a file, to see who and what depends on it.",
      input: { file },
      required: ["file"],
      output: {
        file: record("The file", {
          filename: text(),
          state: text("normal is open"),
          folder: text(),
          sizeBytes: whole(),
          clients: whole(),
          isEncrypted: flag(),
          hasSavedKey: flag(),
          keyHint: text(),
          extendedPrivileges: texts("Known while it is open"),
          hasNote: flag(),
          keyCount: whole(),
          keys: rows("Data API keys that open it", {
            id: whole(),
            label: text(),
            isDataApi: flag(),
            isOData: flag(),
            isAnyDatabase: flag(),
            isFailing: flag("Account rejected"),
          }),
        }),
        clients: clientRows,
        note: record("Its note", { text: text(), version: whole("For set_file_note") }),
      },
      openWorld: true,
    },
    async ({ file: given }, { api }) => {
      const filename = String(given);
      const { database } = await api.call(getDatabase, { filename });
      const clients = await clientsOf(filename, { api });
      const note = database.hasNote ? await noteOf(filename, { api }) : undefined;
      return oneResult({ file: database, clients, note });
    },
  ),
  writeTool(
    "files",
    "create_download_link",
    {
      title: "Create a download link",
      uses: [linkDatabase],
      description:
        "Makes a copy of a file and returns an address from which anyone can download it for ten minutes, once get_process says that the copy is done. Give the address only to the user. Use it when the user wants a copy of a file.",
      input: { file },
      required: ["file"],
      output: {
        done: doneField,
        url: text("Address of the download"),
        expires_at: text(),
        process_id: processField,
      },
    },
    async ({ file: given }, { api }) => {
      const made = await api.call(linkDatabase, { filename: String(given), expiry: "10m" });
      return doneResult({ url: made.link, expires_at: made.expiresAt, process_id: made.processId });
    },
  ),
  writeTool(
    "files",
    "open_file",
    {
      title: "Open a file",
      uses: [openFiles],
      description:
        "Opens a closed file for clients. An encrypted file opens only if the server has saved its password. Use it after close_file, or if list_files shows a file as closed.",
      input: { file },
      required: ["file"],
      output: stateOutput,
      idempotent: true,
    },
    async ({ file: given }, { api }) => {
      const { ok, files: opened } = await api.call(openFiles, { files: [String(given)] });
      return doneResult({ done: ok, files: opened, ...nextOf(opened) });
    },
  ),
  writeTool(
    "files",
    "set_file_note",
    {
      title: "Write a file's note",
      uses: [getDatabase, putFileNote],
      description:
        "Writes the note that people see about a file, as plain paragraphs. If the file has a note, version must be the one that get_file returned. Use it to leave colleagues a message about a file.",
      input: {
        file,
        text: {
          type: "string",
          minLength: 1,
          maxLength: 5_000,
          description: "The whole note; each line is a paragraph. It replaces what was there",
        },
        version: {
          type: "integer",
          minimum: 0,
          default: 0,
          description: "note.version of get_file; 0 if the file has no note. Default: 0",
        },
      },
      required: ["file", "text"],
      output: { done: doneField, version: whole() },
      idempotent: true,
    },
    async ({ file: given, text, version = 0 }, { api }) => {
      const filename = String(given);
      await api.call(getDatabase, { filename });
      const document = documentOf(String(text));
      const stored = await api.call(putFileNote, { filename, document, version: Number(version) });
      return doneResult({ version: stored.note.version });
    },
  ),
  destructiveTool(
    "files",
    "close_file",
    {
      title: "Close a file",
      uses: [getDatabase, closeFiles, listClients],
      description:
        "Closes a file; its users see the message and are disconnected after FileMaker Server's grace period. Use it before maintenance; send_client_message announces it.",
      input: {
        file,
        message: {
          type: "string",
          maxLength: 200,
          description: "Text that the users of the file see, at most 200 characters. Default: none",
        },
      },
      required: ["file"],
      output: stateOutput,
    },
    async ({ file: given, message = "" }, { api }) => {
      const { database } = await api.call(getDatabase, { filename: String(given) });
      if (database.state === "closed") throw new ApiRefused(409, 0, `${database.filename} is closed already`);
      const clients = await clientsOf(database.filename, { api });
      return {
        message: `Close the file ${database.filename}. ${peopleText(clients)} ${shownTo("Its users", message)}`,
        state: { file: database.filename, file_state: database.state, clients },
      };
    },
    async ({ file: given, message = "" }, { api }) => {
      const { ok, files: closed } = await api.call(closeFiles, { files: [String(given)], message: String(message) });
      return doneResult({ done: ok, files: closed, ...nextOf(closed) });
    },
  ),
];

/** Returns the next step while a file is still opening or closing. */
function nextOf(changed: readonly { readonly outcome: string }[]) {
  const isUnderWay = changed.some(({ outcome }) => outcome === "underWay" || outcome === "unknown");
  return isUnderWay
    ? { next: "It isn't finished. Call get_file about every five seconds until its state changes." }
    : {};
}

/** Returns the note on a file as plain text. */
async function noteOf(filename: string, { api }: Pick<ToolContext, "api">) {
  const { note } = await api.call(getFileNote, { filename });
  return { text: textsIn(note.document).join("\n"), version: note.version };
}

/** Returns the text of a note, one line for each block. */
function textsIn(node: unknown): readonly string[] {
  const {
    type,
    text,
    content = [],
  } = node as { readonly type: string; readonly text?: string; readonly content?: unknown[] };
  if (type === "text") return [text ?? ""];
  const within = content.flatMap(textsIn);
  return type === "paragraph" || type === "heading" || type === "codeBlock" ? [within.join("")] : within;
}

function documentOf(text: string): NoteDocument {
  const content = text.split(/\r?\n/).map((line) => ({
    type: "paragraph" as const,
    ...(line !== "" && { content: [{ type: "text" as const, text: line }] }),
  }));
  return { type: "doc", content };
}
