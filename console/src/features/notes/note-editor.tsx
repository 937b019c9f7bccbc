import { useQuery } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { Check, CircleAlert, LoaderCircle } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { noteMessages } from "../../messages/english/notes.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { type Draft, type DraftState, startDraft } from "./draft.ts";
import { type FileNote, fileNote } from "./file-note.ts";
import { NoteTools } from "./note-tools.tsx";
import { documentOf, showDocument, useNoteEditor } from "./use-note-editor.ts";

const text = noteMessages;
const idle: DraftState = { isDirty: false, isSaving: false, savedAt: undefined, error: undefined, theirs: undefined };
const nothing = () => () => undefined;

/** Editor of a note. It saves automatically, shows the state of saving, and asks the user about conflicts. */
export default function NoteEditor({
  filename,
  note,
  onDone,
}: {
  readonly filename: string;
  readonly note: FileNote | null;
  readonly onDone: () => void;
}) {
  const first = useRef(note);
  const { container, editor } = useNoteEditor(note?.document, text.label(filename));
  const [draft, setDraft] = useState<Draft>();
  const state = useSyncExternalStore(draft?.subscribe ?? nothing, draft?.state ?? (() => idle));
  const newest = useQuery(fileNote(filename)).data ?? null;

  useEffect(() => {
    if (editor === undefined) return;
    const begun = startDraft(filename, first.current, () => documentOf(editor));
    editor.on("update", begun.touch);
    setDraft(begun);
    return () => {
      editor.off("update", begun.touch);
      begun.stop();
    };
  }, [editor, filename]);

  // Another user's version is shown if no local changes would be lost; otherwise the next write reports the conflict.
  useEffect(() => {
    if (draft === undefined || editor === undefined || state.isDirty || state.isSaving || !draft.isNewer(newest))
      return;
    showDocument(editor, newest?.document);
    draft.tookTheirs(newest);
    announce(text.newer);
  }, [draft, editor, newest, state.isDirty, state.isSaving]);

  const leaving = useBlocker({
    shouldBlockFn: async () => {
      await draft?.flush();
      return draft?.state().isDirty === true;
    },
    enableBeforeUnload: () => draft?.state().isDirty === true || draft?.state().isSaving === true,
    withResolver: true,
  });
  const finish = async () => {
    await draft?.flush();
    if (draft?.state().isDirty !== true) onDone();
  };
  const takeTheirs = () => {
    if (editor === undefined) return;
    const theirs = state.theirs ?? null;
    showDocument(editor, theirs?.document);
    draft?.tookTheirs(theirs);
    editor.commands.focus("end");
  };

  return (
    <section aria-label={text.label(filename)} className="rounded-lg border border-line bg-panel">
      <div className="sticky top-14 z-10 flex min-h-[4.2rem] flex-wrap items-center gap-2 rounded-t-lg border-line border-b bg-panel px-2 py-1.5">
        {editor && <NoteTools editor={editor} />}
        <div className="ml-auto flex items-center gap-3 pl-2">
          <SaveState state={state} />
          <Button look="primary" onClick={() => void finish()}>
            {text.done}
          </Button>
        </div>
      </div>
      {state.error && (
        <div className="px-4 pt-3">
          <Refusal error={state.error} />
        </div>
      )}
      <div ref={container} className="px-4 py-4 sm:px-6" />
      {state.theirs !== undefined && editor && (
        <ConflictDialog
          mine={documentOf(editor)}
          theirs={state.theirs}
          onKeepMine={() => void draft?.keepMine()}
          onTakeTheirs={takeTheirs}
        />
      )}
      {leaving.status === "blocked" && state.theirs === undefined && (
        <FormDialog
          title={text.leaveTitle}
          text={text.leaveText}
          submit={text.leave}
          look="danger"
          cancel={text.stay}
          focus="cancel"
          onClose={leaving.reset}
          onSubmit={leaving.proceed}
        />
      )}
    </section>
  );
}

function SaveState({ state: { isDirty, isSaving, savedAt, error } }: { readonly state: DraftState }) {
  if (error)
    return (
      <p className="flex items-center gap-1.5 text-bad text-sm">
        <CircleAlert aria-hidden size={14} />
        {text.failed}
      </p>
    );
  const shown = isSaving ? text.saving : isDirty ? text.unsaved : savedAt && text.saved(timeOf(savedAt));
  const Icon = isSaving || isDirty ? LoaderCircle : Check;
  return (
    <p role="status" className="flex min-w-24 items-center justify-end gap-1.5 whitespace-nowrap text-muted text-sm">
      {shown && <Icon aria-hidden size={14} className={isSaving ? "animate-spin" : undefined} />}
      {shown}
    </p>
  );
}

function timeOf(at: string): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(new Date(at));
}
