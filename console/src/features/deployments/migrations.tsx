import { deploymentMessages } from "../../messages/english/deployments.ts";
import { Panel } from "../../ui/layout/panel.tsx";
import { type Column, DataTable } from "../../ui/tables/data-table.tsx";
import { ByteSize } from "../../ui/values/byte-size.tsx";
import { duration } from "../../ui/values/duration.ts";
import type { DeploymentPart } from "./deployments.ts";

const text = deploymentMessages.page;

type Migration = DeploymentPart["migrations"][number];

/** Result of each migration, with the items that had no counterpart in the new file. */
export function Migrations({ migrations }: { readonly migrations: readonly Migration[] }) {
  return (
    <Panel title={text.migrations} flush>
      <DataTable
        label={text.migrations}
        rows={migrations.map((migration) => ({ ...migration, id: migration.file }))}
        columns={columns}
        nameOf={({ file }) => file}
      />
    </Panel>
  );
}

const columns: readonly Column<Migration>[] = [
  {
    id: "file",
    title: deploymentMessages.files,
    cell: ({ file, notMigrated, note }) => (
      <div className="min-w-0">
        <p className="break-words font-medium">{file}</p>
        {notMigrated.map((line) => (
          <p key={line} className="break-words text-sm text-warn">
            {line}
          </p>
        ))}
        {note !== null && <p className="break-words text-muted text-sm">{note}</p>}
      </div>
    ),
  },
  {
    id: "tables",
    title: text.tables,
    cell: ({ tablesNotMigrated }) => countText(tablesNotMigrated),
    className: "w-40",
  },
  {
    id: "fields",
    title: text.fields,
    cell: ({ fieldsNotMigrated }) => countText(fieldsNotMigrated),
    className: "w-40",
  },
  { id: "size", title: text.size, cell: ({ bytes }) => <ByteSize bytes={bytes} />, className: "w-28" },
  { id: "took", title: deploymentMessages.took, cell: ({ durationMs }) => duration(durationMs), className: "w-28" },
];

function countText(count: number | null): string {
  return count === null ? text.notSaid : count.toLocaleString();
}
