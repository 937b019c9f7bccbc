import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, Folder } from "lucide-react";
import { useState } from "react";
import type { HostFile } from "#shared/browser/contract.ts";
import { reading } from "../../../api/query.ts";
import { browserMessages } from "../../../messages/english/browser.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { ReadFailure } from "../../../ui/feedback/read-failure.tsx";
import { Loading } from "../../../ui/feedback/states.tsx";
import { isFolder, parentOf } from "../folder-list.ts";
import { useEach } from "../use-each.ts";

const text = browserMessages;

/** Moves files and folders to another folder, which the user selects in the dialog. */
export function MoveDialog({
  files,
  onClose,
  onDone,
}: {
  readonly files: readonly HostFile[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const from = parentOf(files[0]?.path ?? "");
  const [folder, setFolder] = useState(from);
  const list = useQuery(
    reading("GET /svc/api/files", folder === "" ? {} : { path: folder, sort: "kind", limit: 1_000 }),
  );
  const move = useEach("POST /svc/api/files/move", text.moved);
  const what = files.length === 1 ? (files[0]?.name ?? "") : text.things(files.length);
  // A folder can't be moved into itself.
  const folders = list.data?.files.filter(
    (each) => isFolder(each) && each.capabilities.canFill && !files.some(({ path }) => path === each.path),
  );
  const go = () =>
    void move.run(
      files,
      ({ path, tag }) => ({ path, toPath: folder, tag }),
      [what, folder],
      () => {
        onDone();
        onClose();
      },
    );
  return (
    <FormDialog
      title={text.moveTitle(what)}
      text={text.moveText}
      submit={text.moveHere(folder.split("/").at(-1) || text.top)}
      canSubmit={folder !== "" && folder !== from && list.data?.canFill === true}
      isBusy={move.isBusy}
      error={move.error}
      errorText={move.at && files.length > 1 && <p className="text-sm">{text.stoppedAt(move.at)}</p>}
      onClose={onClose}
      onSubmit={go}
    >
      <div className="overflow-hidden rounded-md border border-line">
        <div className="flex min-h-10 items-center gap-1 border-line border-b bg-page px-1.5">
          <Button look="quiet" disabled={folder === ""} onClick={() => setFolder(parentOf(folder))}>
            <ChevronLeft aria-hidden size={15} />
            {text.upShort}
          </Button>
          <span className="min-w-0 flex-1 truncate pr-2 text-right font-medium text-sm" title={folder}>
            {folder || text.top}
          </span>
        </div>
        <div className="h-60 overflow-y-auto py-1">
          {list.isPending && <Loading rows={4} />}
          <ReadFailure reads={[list]} />
          {folders !== undefined && (
            <ul aria-label={text.moveTo}>
              {folders.length === 0 && <li className="px-3 py-2 text-muted">{text.noMoreFolders}</li>}
              {folders.map(({ path, name }) => (
                <li key={path}>
                  <button
                    type="button"
                    onClick={() => setFolder(path)}
                    className="flex h-9 w-full items-center gap-2.5 px-3 text-left hover:bg-selection focus-visible:outline-offset-[-2px]"
                  >
                    <Folder aria-hidden size={16} className="shrink-0 fill-selection text-accent" />
                    <span className="min-w-0 truncate">{name}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </FormDialog>
  );
}
