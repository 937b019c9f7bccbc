import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { noteMessages } from "../../messages/english/notes.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { IconButton } from "../../ui/buttons/icon-button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Empty, Loading } from "../../ui/feedback/states.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { Moment } from "../../ui/values/moment.tsx";
import { fileNote } from "./file-note.ts";
import { NoteView } from "./note-view.tsx";

const NoteEditor = lazyPart(() => import("./note-editor.tsx"));
const DeleteNoteDialog = lazyPart(() => import("./delete-note-dialog.tsx"));

const text = noteMessages;

/** Note about a file. The editor loads when the user starts editing. */
export function NotePanel({ filename }: { readonly filename: string }) {
  const read = useQuery(fileNote(filename));
  const [isEditing, setEditing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const note = read.data;

  if (isEditing && note !== undefined)
    return (
      <NoteEditor filename={filename} note={note} onDone={() => setEditing(false)} fallback={<Loading rows={6} />} />
    );
  return (
    <Panel
      title={text.title}
      text={
        read.isPending ? (
          // Placeholder with the height of the text.
          <span className="inline-block leading-target">{"\u00a0"}</span>
        ) : (
          note && (
            <>
              {text.written} <Moment at={note.updatedAt} />
            </>
          )
        )
      }
      actions={
        note && (
          <>
            <Button needs="PUT /svc/api/file-notes/{filename}" data-shortcut="c" onClick={() => setEditing(true)}>
              <Pencil aria-hidden size={14} />
              {text.edit}
            </Button>
            <IconButton
              needs="DELETE /svc/api/file-notes/{filename}"
              icon={Trash2}
              label={text.removeSubmit}
              onClick={() => setDeleting(true)}
            />
          </>
        )
      }
      flush
    >
      {read.isPending && <Loading rows={5} />}
      <ReadFailure reads={[read]} />
      {note === null && (
        <Empty title={text.emptyTitle} text={text.emptyText}>
          <Button
            needs="PUT /svc/api/file-notes/{filename}"
            look="primary"
            data-shortcut="c"
            onClick={() => setEditing(true)}
          >
            {text.write}
          </Button>
        </Empty>
      )}
      {note && (
        <div className="p-4 sm:px-6">
          <NoteView document={note.document} />
        </div>
      )}
      {isDeleting && note && (
        <DeleteNoteDialog filename={filename} version={note.version} onClose={() => setDeleting(false)} />
      )}
    </Panel>
  );
}
