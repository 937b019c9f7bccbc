import type { OffsiteDrill } from "#shared/backups/schedules/contract.ts";
import { backupMessages } from "../../../messages/installation/backups.ts";
import { Panel } from "../../../ui/layout/panel.tsx";
import { type Column, DataTable } from "../../../ui/tables/data-table.tsx";
import { DrillMark } from "./drill-mark.tsx";

const text = backupMessages.drill;
type Row = OffsiteDrill["files"][number] & { readonly id: string };

/** What the newest restore on trial has found in each file. */
export function DrillPanel({ drill }: { readonly drill: OffsiteDrill }) {
  return (
    <Panel title={text.title} text={drill.backup} actions={<DrillMark drill={drill} />} flush>
      {drill.files.length === 0 ? (
        drill.reason !== null && <p className="wrap-anywhere p-4 text-bad">{drill.reason}</p>
      ) : (
        <DataTable
          label={text.title}
          rows={drill.files.map((file) => ({ ...file, id: file.fileName }))}
          columns={columns}
          nameOf={({ fileName }) => fileName}
        />
      )}
    </Panel>
  );
}

const columns: readonly Column<Row>[] = [
  { id: "file", title: text.file, cell: ({ fileName }) => <span className="font-medium">{fileName}</span> },
  {
    id: "verdict",
    title: text.verdict,
    cell: ({ fault, checked }) => {
      if (fault !== null) return <span className="wrap-anywhere text-bad">{fault}</span>;
      return checked ? text.consistent : text.encrypted;
    },
  },
];
