import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Trigger } from "#shared/triggers/contract.ts";
import { reading } from "../../api/query.ts";
import { triggerMessages as text } from "../../messages/english/events/triggers.ts";
import { Empty } from "../../ui/feedback/states.tsx";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListPanel } from "../../ui/tables/list-panel.tsx";
import { TriggerChip } from "./trigger-chip.tsx";
import { destinationText } from "./trigger-texts.ts";
import { useTriggerActions } from "./use-trigger-actions.tsx";

interface Parts {
  readonly nameLink: (trigger: Trigger) => ReactNode;
  /** Renders the results of a trigger's newest deliveries. */
  readonly strip: (trigger: Trigger) => ReactNode;
}

/** All table triggers, with their states in FileMaker Server. */
export function TriggersPanel({ create, ...parts }: Parts & { readonly create: ReactNode }) {
  const list = useQuery(reading("GET /svc/api/triggers", {}));
  const { menuOf, dialog } = useTriggerActions();
  return (
    <>
      <ListPanel
        reads={[list]}
        empty={
          <Empty title={text.emptyTitle} text={text.emptyText}>
            {create}
          </Empty>
        }
        label={text.title}
        rows={list.data?.triggers}
        columns={columnsOf(parts)}
        nameOf={({ label }) => label}
        actions={(row) => <MenuButton label={text.actionsOf(row.label)} groups={menuOf(row)} />}
      />
      {dialog}
    </>
  );
}

function columnsOf({ nameLink, strip }: Parts): readonly Column<Trigger>[] {
  return [
    {
      id: "name",
      title: text.name,
      cell: (row) => (
        <div className="min-w-0">
          <p className="font-medium">{nameLink(row)}</p>
          <p className="wrap-anywhere text-muted text-sm">
            {row.database} · {row.tableName}
          </p>
        </div>
      ),
    },
    {
      id: "destination",
      title: text.destination,
      cell: (row) => (
        <div className="min-w-0">
          <p className="wrap-anywhere">{destinationText(row)}</p>
          <Trouble trigger={row} />
        </div>
      ),
    },
    { id: "newest", title: text.page.newest, cell: strip, className: "w-40" },
    {
      id: "state",
      title: text.state,
      cell: (row) => (
        <div className="flex flex-col items-start gap-0.5">
          <TriggerChip trigger={row} />
          {row.reason !== null && <span className="wrap-anywhere text-muted text-sm">{row.reason}</span>}
        </div>
      ),
      className: "w-48",
    },
  ];
}

function Trouble({ trigger: { destination } }: { readonly trigger: Trigger }) {
  const failing = destination.targets.filter(({ failingSince }) => failingSince !== null).length;
  const disabled = destination.targets.filter(({ isEnabled }) => !isEnabled).length;
  const parts = [failing > 0 && text.failing(failing), disabled > 0 && text.disabled(disabled)].filter(Boolean);
  return parts.length === 0 ? null : <p className="text-sm text-warn">{parts.join(", ")}</p>;
}
