import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { Moment } from "../../ui/moment.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ReadFailure } from "../../ui/read-failure.tsx";
import { Empty, Loading } from "../../ui/states.tsx";
import { noteWords } from "../../words/notes.ts";
import { fileNote } from "./file-note.ts";
import { NoteView } from "./note-view.tsx";

const NoteEditor = lazyPart(() => import("./note-editor.tsx"));
const DeleteNoteDialog = lazyPart(() => import("./delete-note-dialog.tsx"));

const text = noteWords;

/** What people have written about a file. The editor is loaded when somebody writes. */
export function NotePanel({ filename }: { readonly filename: string }) {
  const read = useQuery(fileNote(filename));
  const [isEditing, setEditing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const note = read.data;

  if (isEditing && note !== undefined)
    return (
      <Suspense fallback={<Loading rows={6} />}>
        <NoteEditor filename={filename} note={note} onDone={() => setEditing(false)} />
      </Suspense>
    );
  return (
    <Panel
      title={text.title}
      text={
        read.isPending ? (
          // As high as what is said about it.
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
            <Button data-shortcut="c" onClick={() => setEditing(true)}>
              <Pencil aria-hidden size={14} />
              {text.edit}
            </Button>
            <IconButton icon={Trash2} label={text.removeSubmit} onClick={() => setDeleting(true)} />
          </>
        )
      }
      flush
    >
      {read.isPending && <Loading rows={5} />}
      <ReadFailure reads={[read]} />
      {note === null && (
        <Empty title={text.emptyTitle} text={text.emptyText}>
          <Button look="primary" data-shortcut="c" onClick={() => setEditing(true)}>
            {text.write}
          </Button>
        </Empty>
      )}
      {note && (
        <div className="p-4 sm:px-6">
          <NoteView document={note.document} />
        </div>
      )}
      <Suspense>
        {isDeleting && note && (
          <DeleteNoteDialog filename={filename} version={note.version} onClose={() => setDeleting(false)} />
        )}
      </Suspense>
    </Panel>
  );
}
