import { Database, File, Folder } from "lucide-react";
import type { TrashedFile } from "#shared/trash/contract.ts";
import { callerText } from "../../../messages/caller-text.ts";
import { browserMessages } from "../../../messages/english/browser.ts";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ByteSize } from "../../../ui/values/byte-size.tsx";
import { Moment } from "../../../ui/values/moment.tsx";

const text = browserMessages.trash;

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

function What({ file: { filename, type, isHosted } }: { readonly file: TrashedFile }) {
  const Icon = isHosted ? Database : type === "dir" ? Folder : File;
  return (
    <span className="flex min-w-0 items-center gap-2.5 font-medium">
      <Icon aria-hidden size={16} className="shrink-0 text-muted" />
      <span className="min-w-0 wrap-anywhere">{filename}</span>
    </span>
  );
}
