import { Lock, NotebookText } from "lucide-react";
import type { ReactNode } from "react";
import { fileMessages } from "../../messages/english/files.ts";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ByteSize } from "../../ui/values/byte-size.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import type { FileRow } from "./file-list.ts";
import { FileState } from "./file-state.tsx";

const text = fileMessages;
const privilegesShown = 3;

/** Time of each file's last offsite copy, by lowercase name. */
export type LastCopies = ReadonlyMap<string, string>;

/** Returns the columns of the hosted files. The page supplies the link of a name and its tooltip. */
export function fileColumns(name: (row: FileRow) => ReactNode, lastCopies: LastCopies): readonly Column<FileRow>[] {
  return [
    {
      id: "name",
      title: text.name,
      cell: (row) => (
        <div className="flex min-w-0 items-center gap-2">
          {name(row)}
          {row.hasNote && (
            <NotebookText role="img" aria-label={text.hasNote} size={14} className="shrink-0 text-muted" />
          )}
        </div>
      ),
      sortBy: ({ filename }) => filename,
    },
    {
      id: "state",
      title: text.state,
      cell: ({ state }) => <FileState state={state} />,
      sortBy: ({ state }) => text.states[state],
      className: "w-28",
    },
    {
      id: "clients",
      title: text.clients,
      cell: ({ clients }) => <Count count={clients} />,
      sortBy: ({ clients }) => clients,
      className: "w-20",
    },
    {
      id: "size",
      title: text.size,
      cell: ({ sizeBytes }) => <ByteSize bytes={sizeBytes} />,
      sortBy: ({ sizeBytes }) => sizeBytes,
      className: "w-24",
    },
    {
      id: "encrypted",
      title: text.encrypted,
      cell: (row) => <Encrypted row={row} />,
      sortBy: ({ isEncrypted }) => Number(isEncrypted),
      className: "w-24",
    },
    {
      id: "privileges",
      title: text.privileges,
      cell: (row) => <Privileges row={row} />,
      className: "w-56",
      isSpare: true,
    },
    {
      id: "keys",
      title: text.keys,
      cell: ({ keyCount }) => <Count count={keyCount} />,
      sortBy: ({ keyCount }) => keyCount,
      className: "w-16",
    },
    {
      id: "offsite",
      title: text.offsite,
      cell: ({ filename }) => <Moment at={lastCopies.get(filename.toLowerCase()) ?? null} />,
      sortBy: ({ filename }) => lastCopies.get(filename.toLowerCase()) ?? "",
      className: "w-32",
      isSpare: true,
    },
  ];
}

function Count({ count }: { readonly count: number }) {
  return <span className={count === 0 ? "text-muted tabular-nums" : "tabular-nums"}>{count.toLocaleString()}</span>;
}

function Encrypted({ row: { isEncrypted, hasSavedKey, keyHint } }: { readonly row: FileRow }) {
  if (!isEncrypted) return <span className="text-muted">{text.no}</span>;
  const meaning = [hasSavedKey ? text.savedKey : text.noSavedKey, ...(keyHint === "" ? [] : [text.hint(keyHint)])];
  return (
    <span className="inline-flex items-center gap-1.5" title={meaning.join(". ")}>
      <Lock aria-hidden size={13} className="text-muted" />
      {text.yes}
    </span>
  );
}

function Privileges({ row: { extendedPrivileges, state } }: { readonly row: FileRow }) {
  if (extendedPrivileges.length === 0)
    return (
      <span className="text-muted text-sm sm:whitespace-nowrap">
        {state === "closed" ? text.notKnownClosed : text.none}
      </span>
    );
  const hidden = extendedPrivileges.length - privilegesShown;
  return (
    <span className="text-sm lg:whitespace-nowrap" title={extendedPrivileges.join("\n")}>
      {extendedPrivileges.slice(0, privilegesShown).join(", ")}
      {hidden > 0 && <span className="text-muted"> {text.change.more(hidden)}</span>}
    </span>
  );
}
