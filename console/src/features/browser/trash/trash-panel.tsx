import { useMutation, useQuery } from "@tanstack/react-query";
import { ArchiveRestore, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { TrashedFile } from "#shared/trash/contract.ts";
import { askEach } from "../../../api/ask-each.ts";
import { call } from "../../../api/client.ts";
import { changing } from "../../../api/query.ts";
import { Refused } from "../../../api/refused.ts";
import { browserMessages } from "../../../messages/english/browser.ts";
import { messages } from "../../../messages/messages.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Refusal } from "../../../ui/feedback/refusal.tsx";
import { SomeRefusedText } from "../../../ui/feedback/some-refused-text.tsx";
import { Empty } from "../../../ui/feedback/states.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { MenuButton } from "../../../ui/menus/menu-button.tsx";
import type { ColumnChoice } from "../../../ui/tables/column-choice.ts";
import { ColumnsButton } from "../../../ui/tables/columns-button.tsx";
import { ListPanel } from "../../../ui/tables/list-panel.tsx";
import { useSelection } from "../../../ui/tables/selection.ts";
import { SelectionBar } from "../../../ui/tables/selection-bar.tsx";
import { TableNote } from "../../../ui/tables/table-note.tsx";
import { useNewRows } from "../../../ui/tables/use-new-rows.ts";
import { byteSize } from "../../../ui/values/byte-size.tsx";
import { trashColumns } from "./trash-columns.tsx";
import { EmptyTrashDialog, ForGoodDialog, RestoreAsDialog, sizeOf } from "./trash-dialogs.tsx";
import { allTrash, readTrashAnew, staleAfterTrash } from "./trash-list.ts";

const text = browserMessages.trash;
const agentUnavailable = 18120;
/** Error numbers for a name that a hosted file or another file already has. */
const nameTaken: readonly (number | undefined)[] = [18231, 18210];

type OpenDialog =
  | { readonly question: "name"; readonly file: TrashedFile }
  | { readonly question: "gone"; readonly files: readonly TrashedFile[] };

/** Deleted files with their sizes, to restore or delete permanently. */
export function TrashPanel({
  choice,
  asksToEmpty,
  onAskToEmpty,
  toAgents,
}: {
  readonly choice: ColumnChoice;
  /** True if the confirmation to empty the trash is open, according to the address. */
  readonly asksToEmpty: boolean;
  readonly onAskToEmpty: (asks: boolean) => void;
  readonly toAgents: ReactNode;
}) {
  const list = useQuery(allTrash);
  const selection = useSelection();
  const fresh = useNewRows(list.data);
  const [asked, setAsked] = useState<OpenDialog>();
  const restore = useMutation(changing("POST /svc/api/trash/{id}/restore", staleAfterTrash));
  const restoreMany = useMutation({
    mutationFn: (files: readonly TrashedFile[]) =>
      askEach(files, ({ id }) => call("POST /svc/api/trash/{id}/restore", { id })),
    onSettled: readTrashAnew,
  });
  const restoreFile = (file: TrashedFile) =>
    restore.mutate(
      { id: file.id },
      {
        onSuccess: ({ filename }) => announce((file.isHosted ? text.restoredHosted : text.restored)(filename)),
        onError: (error) => {
          if (isTaken(error)) setAsked({ question: "name", file });
        },
      },
    );

  const columnsButton = <ColumnsButton choice={choice} />;
  if (list.data === undefined && list.error instanceof Refused && list.error.code === agentUnavailable)
    return (
      <>
        <TableNote text={text.text}>{columnsButton}</TableNote>
        <Empty title={browserMessages.awayTitle} text={browserMessages.awayText}>
          <Button onClick={() => void list.refetch()}>{messages.states.retry}</Button>
          {toAgents}
        </Empty>
      </>
    );
  const rows = list.data ?? [];
  const chosen = rows.filter(({ id }) => selection.chosen.has(id));
  const isOther = restore.error && !isTaken(restore.error);
  const close = () => setAsked(undefined);
  return (
    <>
      {chosen.length > 0 ? (
        <SelectionBar
          text={text.selected(chosen.length, byteSize(sizeOf(chosen)))}
          chosen={chosen.length}
          ids={rows.map(({ id }) => id)}
          selection={selection}
        >
          <Button
            needs="POST /svc/api/trash/{id}/restore"
            busy={restoreMany.isPending}
            onClick={() =>
              restoreMany.mutate(chosen, {
                onSuccess: () => {
                  announce(text.restoredSome(chosen.length));
                  selection.clear();
                },
              })
            }
          >
            {text.restore}
          </Button>
          <Button
            needs="DELETE /svc/api/trash/{id}"
            look="danger"
            onClick={() => setAsked({ question: "gone", files: chosen })}
          >
            {text.forGood}
          </Button>
        </SelectionBar>
      ) : (
        <TableNote text={`${rows.length === 0 ? "" : text.total(rows.length, byteSize(sizeOf(rows)))} ${text.text}`}>
          {rows.length > 0 && (
            <Button needs="DELETE /svc/api/trash" onClick={() => onAskToEmpty(true)}>
              {text.empty}
            </Button>
          )}
          {columnsButton}
        </TableNote>
      )}
      {isOther && (
        <div className="p-3">
          <Refusal error={restore.error} />
        </div>
      )}
      {restoreMany.error && (
        <div className="p-3">
          <SomeRefusedText error={restoreMany.error} />
        </div>
      )}
      <ListPanel
        reads={[list]}
        rows={list.data}
        loadingRows={5}
        empty={<Empty title={text.emptyTitle} text={text.emptyText} />}
        label={text.label}
        columns={trashColumns}
        shown={choice.shown}
        nameOf={({ filename }) => filename}
        selection={selection}
        fresh={fresh}
        actions={(file) => (
          <span className="inline-flex items-center gap-1">
            <Button
              needs="POST /svc/api/trash/{id}/restore"
              aria-label={text.restoreOne(file.filename)}
              busy={restore.isPending && restore.variables.id === file.id}
              onClick={() => restoreFile(file)}
            >
              <ArchiveRestore aria-hidden size={14} />
              {text.restore}
            </Button>
            <MenuButton
              label={text.actionsOf(file.filename)}
              groups={[
                [
                  {
                    needs: "DELETE /svc/api/trash/{id}",
                    text: text.forGood,
                    icon: Trash2,
                    danger: true,
                    onChoose: () => setAsked({ question: "gone", files: [file] }),
                  },
                ],
              ]}
            />
          </span>
        )}
      />
      {asked?.question === "name" && <RestoreAsDialog file={asked.file} onClose={close} />}
      {asksToEmpty && rows.length > 0 && <EmptyTrashDialog files={rows} onClose={() => onAskToEmpty(false)} />}
      {asked?.question === "gone" && (
        <ForGoodDialog
          files={asked.files}
          onClose={(isDone) => {
            close();
            if (isDone) selection.clear();
          }}
        />
      )}
    </>
  );
}

function isTaken(error: unknown): boolean {
  return error instanceof Refused && nameTaken.includes(error.code);
}
