import type { OffsiteDrill } from "#shared/backups/schedules/contract.ts";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { Panel } from "../../../ui/layout/panel.tsx";
import { type Column, DataTable } from "../../../ui/tables/data-table.tsx";
import { DrillMark } from "./drill-mark.tsx";

const text = backupMessages.drill;

/** Database or external container folder. */
interface Row {
  readonly id: string;
  readonly fault: string | null;
  /** Text if there is no problem. */
  readonly good: string;
}

/** Results of the newest restore drill for each file and the container folders. */
export function DrillPanel({ drill }: { readonly drill: OffsiteDrill }) {
  const rows = [
    ...drill.files.map(
      ({ fileName: id, fault, checked }): Row => ({ id, fault, good: checked ? text.consistent : text.encrypted }),
    ),
    ...drill.containers.map(
      ({ container, fault, files }): Row => ({ id: text.container(container), fault, good: text.asSent(files) }),
    ),
  ];
  return (
    <Panel title={text.title} text={drill.backup} actions={<DrillMark drill={drill} />} flush>
      {rows.length === 0 ? (
        drill.reason !== null && <p className="wrap-anywhere p-4 text-bad">{drill.reason}</p>
      ) : (
        <DataTable label={text.title} rows={rows} columns={columns} nameOf={({ id }) => id} />
      )}
    </Panel>
  );
}

const columns: readonly Column<Row>[] = [
  { id: "file", title: text.file, cell: ({ id }) => <span className="font-medium">{id}</span> },
  {
    id: "verdict",
    title: text.verdict,
    cell: ({ fault, good }) => (fault === null ? good : <span className="wrap-anywhere text-bad">{fault}</span>),
  },
];
