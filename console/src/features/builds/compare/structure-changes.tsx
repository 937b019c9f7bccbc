import { useState } from "react";
import type { OutputOf } from "../../../api/operations.ts";
import { buildMessages } from "../../../messages/english/builds.ts";
import { FilterBox } from "../../../ui/fields/filter-box.tsx";
import { FilterChip } from "../../../ui/fields/filter-chip.tsx";
import { type Column, DataTable } from "../../../ui/tables/data-table.tsx";
import { Chip } from "../../../ui/values/chip.tsx";
import { changeLooks } from "./change-looks.ts";

type File = OutputOf<"GET /svc/api/build/db/compare">["comparison"]["structure"]["files"][number];
type Kind = File["kinds"][number];
type Row = Kind["changes"][number] & { readonly id: string; readonly kind: Kind["kind"]; readonly fileName: string };

const text = buildMessages.compare.structure;
const kindOrder = Object.keys(text.kinds) as readonly Kind["kind"][];

/** Changed tables, fields, layouts, scripts and more, by kind. */
export function StructureChanges({ files }: { readonly files: readonly File[] }) {
  const [q, setQ] = useState("");
  const [only, setOnly] = useState<Kind["kind"]>();
  const kinds = files.flatMap((file) => file.kinds);
  const present = kindOrder.filter((kind) => kinds.some((one) => one.kind === kind));
  const compared = files.filter(({ state }) => state === "compared");
  if (present.length === 0) return compared.length === 0 ? null : <p role="status">{text.same}</p>;

  const rows = rowsOf(files);
  const wanted = q.trim().toLowerCase();
  const shown = rows.filter(
    ({ kind, name, was = "" }) =>
      (only === undefined || kind === only) && `${name}\n${was}`.toLowerCase().includes(wanted),
  );
  const unlisted = kinds.reduce((sum, kind) => sum + countOf(kind), 0) - rows.length;
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2 pb-3">
        <FilterBox
          label={text.filter}
          placeholder={text.filter}
          value={q}
          onChange={({ target }) => setQ(target.value)}
          onClear={() => setQ("")}
          className="flex-1 basis-44"
        />
        {present.map((kind) => (
          <FilterChip
            key={kind}
            text={text.kinds[kind]}
            count={kinds.reduce((sum, one) => sum + (one.kind === kind ? countOf(one) : 0), 0)}
            pressed={only === kind}
            onPress={() => setOnly(only === kind ? undefined : kind)}
          />
        ))}
      </div>
      <p role="status" className="mb-2">
        {text.counts(count(shown, "added"), count(shown, "removed"), count(shown, "changed"))}
      </p>
      {shown.length > 0 && (
        <DataTable
          label={text.title}
          rows={shown}
          columns={compared.length > 1 ? columns : columns.filter(({ id }) => id !== "file")}
          nameOf={({ name }) => name}
        />
      )}
      {unlisted > 0 && <p className="mt-2 text-muted text-sm">{text.unlisted(unlisted)}</p>}
    </div>
  );
}

function rowsOf(files: readonly File[]): readonly Row[] {
  return kindOrder.flatMap((wanted) =>
    files.flatMap(({ fileName, kinds }) =>
      kinds.flatMap(({ kind, changes }) =>
        kind !== wanted
          ? []
          : changes.map((change, at) => ({ ...change, kind, fileName, id: `${fileName} ${kind} ${at}` })),
      ),
    ),
  );
}

function countOf({ added, removed, changed }: Kind): number {
  return added + removed + changed;
}

function count(rows: readonly Row[], change: Row["change"]): number {
  return rows.filter((row) => row.change === change).length;
}

const columns: readonly Column<Row>[] = [
  {
    id: "name",
    title: text.name,
    cell: ({ name, was }) => (
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">{name}</p>
        {was !== undefined && <p className="wrap-anywhere text-muted text-sm">{text.was(was)}</p>}
      </div>
    ),
  },
  { id: "kind", title: text.kind, cell: ({ kind }) => text.oneOf[kind], className: "w-36" },
  {
    id: "change",
    title: buildMessages.compare.change,
    cell: ({ change }) => <Chip {...changeLooks[change]}>{buildMessages.compare.changes[change]}</Chip>,
    className: "w-32",
  },
  {
    id: "file",
    title: text.file,
    cell: ({ fileName }) => <span className="wrap-anywhere">{fileName}</span>,
    className: "w-40",
  },
];
