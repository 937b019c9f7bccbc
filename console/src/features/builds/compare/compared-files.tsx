import type { OutputOf } from "../../../api/operations.ts";
import { buildMessages } from "../../../messages/english/builds.ts";
import { type Column, DataTable } from "../../../ui/tables/data-table.tsx";
import { byteSize } from "../../../ui/values/byte-size.tsx";
import { Chip } from "../../../ui/values/chip.tsx";
import { changeLooks } from "./change-looks.ts";

type File = OutputOf<"GET /svc/api/build/db/compare">["comparison"]["files"][number];

const text = buildMessages.compare;

const order = Object.keys(changeLooks) as readonly File["change"][];

/** Change of each file from one build to the other. */
export function ComparedFiles({ files }: { readonly files: readonly File[] }) {
  const rows = order.flatMap((change) => files.filter((file) => file.change === change));
  const counts = order.map((change) => [change, rows.filter((row) => row.change === change).length] as const);
  return (
    <>
      <p role="status" className="mb-2">
        {text.counts(counts.filter(([, count]) => count > 0))}
      </p>
      <DataTable
        label={text.files}
        rows={rows.map((row) => ({ ...row, id: row.fileName }))}
        columns={columns}
        nameOf={({ fileName }) => fileName}
      />
    </>
  );
}

const columns: readonly Column<File & { readonly id: string }>[] = [
  {
    id: "file",
    title: buildMessages.files,
    cell: (file) => (
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">{file.fileName}</p>
        {sentencesOf(file).map((sentence) => (
          <p key={sentence} className="text-muted text-sm">
            {sentence}
          </p>
        ))}
      </div>
    ),
  },
  {
    id: "change",
    title: text.change,
    cell: ({ change }) => <Chip {...changeLooks[change]}>{text.changes[change]}</Chip>,
    className: "w-32",
  },
  { id: "from", title: text.from, cell: ({ from }) => sizeOf(from), className: "w-28" },
  { id: "to", title: text.to, cell: ({ to }) => sizeOf(to), className: "w-28" },
];

/** Returns the differences, except for sizes, which have columns of their own. */
function sentencesOf({ differences, to }: File): readonly string[] {
  if (to === null) return [];
  const sentences = {
    clone: to.clone ? text.nowClone : text.nowCopy,
    size: undefined,
    sha256: differences.includes("size") ? undefined : text.otherBytes,
    hasContainerData: to.hasContainerData ? text.nowContainers : text.noContainers,
  };
  return differences.flatMap((name) => sentences[name] ?? []);
}

function sizeOf(file: File["from"]) {
  if (file === null) return "–";
  return (
    <span className="whitespace-nowrap tabular-nums" title={`SHA-256 ${file.sha256}`}>
      {byteSize(file.size)}
    </span>
  );
}
