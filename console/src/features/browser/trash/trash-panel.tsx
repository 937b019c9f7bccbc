import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { ArchiveRestore, Database, File, Folder, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { TrashedFile } from "#shared/trash/contract.ts";
import { call } from "../../../api/client.ts";
import { changing } from "../../../api/query.ts";
import { Refused } from "../../../api/refused.ts";
import { browserMessages } from "../../../messages/browser.ts";
import { callerText } from "../../../messages/caller-text.ts";
import { messages } from "../../../messages/messages.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { ReadFailure } from "../../../ui/feedback/read-failure.tsx";
import { Refusal } from "../../../ui/feedback/refusal.tsx";
import { Empty, Failed, Loading } from "../../../ui/feedback/states.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { MenuButton } from "../../../ui/menus/menu-button.tsx";
import { type Column, DataTable } from "../../../ui/tables/data-table.tsx";
import { ByteSize } from "../../../ui/values/byte-size.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { ForGoodDialog, RestoreAsDialog } from "./trash-dialogs.tsx";

const text = browserMessages.trash;
const address = "GET /svc/api/trash";
const agentUnavailable = 18120;
/** A hosted file of its name is there, or something else. */
const nameTaken: readonly (number | undefined)[] = [18231, 18210];

/** What was deleted, and the ways back. */
export function TrashPanel({
  shown,
  toAgents,
}: {
  /** Ids of the columns that were chosen. */
  readonly shown: ReadonlySet<string> | undefined;
  readonly toAgents: ReactNode;
}) {
  const list = useInfiniteQuery({
    queryKey: [address, "pages"],
    queryFn: ({ pageParam, signal }) => call(address, pageParam === "" ? {} : { cursor: pageParam }, signal),
    initialPageParam: "",
    getNextPageParam: ({ cursor }) => cursor,
  });
  const [asked, setAsked] = useState<{ readonly question: "name" | "gone"; readonly file: TrashedFile }>();
  const restore = useMutation(
    changing("POST /svc/api/trash/{id}/restore", [address, "GET /svc/api/databases", "GET /svc/api/files"]),
  );
  const rows = list.data?.pages.flatMap(({ trash }) => trash) ?? [];
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

  if (list.isPending) return <Loading rows={5} />;
  if (list.data === undefined)
    return list.error instanceof Refused && list.error.code === agentUnavailable ? (
      <Empty title={browserMessages.awayTitle} text={browserMessages.awayText}>
        <Button onClick={() => void list.refetch()}>{messages.states.retry}</Button>
        {toAgents}
      </Empty>
    ) : (
      <Failed error={list.error} onRetry={() => void list.refetch()} />
    );
  if (rows.length === 0)
    return (
      <>
        <ReadFailure reads={[list]} />
        <Empty title={text.emptyTitle} text={text.emptyText} />
      </>
    );
  const isOther = restore.error && !isTaken(restore.error);
  return (
    <>
      <ReadFailure reads={[list]} />
      {isOther && (
        <div className="p-3">
          <Refusal error={restore.error} />
        </div>
      )}
      <DataTable
        label={text.label}
        rows={rows}
        columns={trashColumns}
        shown={shown}
        nameOf={({ filename }) => filename}
        actions={(file) => (
          <span className="inline-flex items-center gap-1">
            <Button
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
                    text: text.forGood,
                    icon: Trash2,
                    danger: true,
                    onChoose: () => setAsked({ question: "gone", file }),
                  },
                ],
              ]}
            />
          </span>
        )}
      />
      {list.hasNextPage && (
        <div className="flex justify-center border-line border-t p-3">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {messages.states.more}
          </Button>
        </div>
      )}
      {asked?.question === "name" && <RestoreAsDialog file={asked.file} onClose={() => setAsked(undefined)} />}
      {asked?.question === "gone" && <ForGoodDialog file={asked.file} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function What({ file: { filename, type, isHosted } }: { readonly file: TrashedFile }) {
  const Icon = isHosted ? Database : type === "dir" ? Folder : File;
  return (
    <span className="flex min-w-0 items-center gap-2.5 font-medium">
      <Icon aria-hidden size={16} className="shrink-0 text-muted" />
      <span className="min-w-0 wrap-anywhere">{filename}</span>
    </span>
  );
}

function isTaken(error: unknown): boolean {
  return error instanceof Refused && nameTaken.includes(error.code);
}

/** The columns of the trash. */
export const trashColumns: readonly Column<TrashedFile>[] = [
  { id: "file", title: text.file, cell: (file) => <What file={file} /> },
  { id: "folder", title: text.folder, cell: ({ folder }) => <span className="break-all">{folder}</span> },
  { id: "size", title: text.size, cell: ({ sizeBytes }) => <ByteSize bytes={sizeBytes} />, className: "w-24" },
  { id: "deleted", title: text.deleted, cell: ({ deletedAt }) => <Moment at={deletedAt} />, className: "w-32" },
  {
    id: "by",
    title: text.by,
    cell: ({ deletedBy }) => (
      <span className="break-words" title={deletedBy}>
        {callerText(deletedBy)}
      </span>
    ),
  },
  { id: "kept", title: text.kept, cell: ({ keptUntil }) => <Moment at={keptUntil} isAhead />, className: "w-32" },
];
