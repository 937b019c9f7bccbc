import type { ReactNode } from "react";
import type { NoteDocument } from "#shared/contract/values/note-document.ts";
import { noteMessages } from "../../messages/english/notes.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import type { FileNote } from "./file-note.ts";
import { NoteView } from "./note-view.tsx";
import { plainText } from "./plain-text.ts";

const text = noteMessages;

/** Both versions side by side, with three ways to continue. It can only be closed by choosing one. */
export function ConflictDialog({
  mine,
  theirs,
  onKeepMine,
  onTakeTheirs,
}: {
  readonly mine: NoteDocument;
  readonly theirs: FileNote | null;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}) {
  return (
    <Dialog
      open
      wide
      title={text.conflictTitle}
      text={text.conflictText}
      actions={
        <>
          <CopyButton text={plainText(mine)} label={text.copyMine} />
          <Button onClick={onTakeTheirs}>{text.takeTheirs}</Button>
          <Button look="primary" onClick={onKeepMine}>
            {text.keepMine}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Version title={text.mine}>
          <NoteView document={mine} />
        </Version>
        <Version
          title={
            <>
              {text.theirs}
              {theirs && (
                <span className="font-normal text-muted">
                  {" "}
                  · <Moment at={theirs.updatedAt} />
                </span>
              )}
            </>
          }
        >
          {theirs === null ? <p className="text-muted">{text.theirsGone}</p> : <NoteView document={theirs.document} />}
        </Version>
      </div>
    </Dialog>
  );
}

function Version({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1 font-medium text-sm">{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard */}
      <div tabIndex={0} className="max-h-72 overflow-y-auto rounded-md border border-line bg-page p-3 text-sm">
        {children}
      </div>
    </section>
  );
}
