import { useMutation, useQuery } from "@tanstack/react-query";
import { BellOff, BellRing, Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Alert } from "#shared/usage/alerts/contract.ts";
import { changing } from "../../api/query.ts";
import { useMay } from "../../api/role.ts";
import { alertMessages as text } from "../../messages/english/usage/alerts.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { announceRefusal } from "../../ui/feedback/announce-refusal.ts";
import { Empty } from "../../ui/feedback/states.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import type { MenuGroups } from "../../ui/menus/menu-entries.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListPanel } from "../../ui/tables/list-panel.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { AlertState } from "./alert-chip.tsx";
import { ruleText, valueText } from "./alert-values.ts";
import { allAlerts, staleAlerts } from "./alerts.ts";
import { DeleteAlertDialog } from "./delete-alert-dialog.tsx";

const AlertDialog = lazyPart(() => import("./form/alert-dialog.tsx"));

type OpenDialog = { readonly to: "create" } | { readonly to: "edit" | "delete"; readonly alert: Alert };

/** Alert rules, firing ones first. */
export function AlertsPanel({ destinations }: { readonly destinations: ReactNode }) {
  const list = useQuery(allAlerts);
  const mayChange = useMay("operator");
  const [asked, setAsked] = useState<OpenDialog>();
  const change = useMutation({ ...changing("PATCH /svc/api/alerts/{id}", staleAlerts), onError: announceRefusal });
  const close = () => setAsked(undefined);
  const switchTo = ({ id, name }: Alert, active: boolean) =>
    change.mutate({ id, active }, { onSuccess: () => announce(text.changed(name, active)) });

  const menuOf = (alert: Alert): MenuGroups => [
    [
      {
        needs: "PATCH /svc/api/alerts/{id}",
        text: text.edit,
        icon: Pencil,
        onChoose: () => setAsked({ to: "edit", alert }),
      },
      alert.active
        ? {
            needs: "PATCH /svc/api/alerts/{id}",
            text: text.switchOff,
            icon: BellOff,
            onChoose: () => switchTo(alert, false),
          }
        : {
            needs: "PATCH /svc/api/alerts/{id}",
            text: text.switchOn,
            icon: BellRing,
            onChoose: () => switchTo(alert, true),
          },
    ],
    [
      {
        needs: "DELETE /svc/api/alerts/{id}",
        text: text.remove,
        icon: Trash2,
        danger: true,
        onChoose: () => setAsked({ to: "delete", alert }),
      },
    ],
  ];

  return (
    <Panel
      title={text.rules}
      flush
      actions={
        mayChange && (
          <Button
            needs="POST /svc/api/alerts"
            look="primary"
            data-shortcut="c"
            onClick={() => setAsked({ to: "create" })}
          >
            <Plus aria-hidden size={16} />
            {text.create}
          </Button>
        )
      }
    >
      <ListPanel
        reads={[list]}
        loadingRows={3}
        empty={<Empty title={text.emptyTitle} text={text.emptyText} />}
        label={text.rules}
        rows={list.data && sortedByState(list.data.alerts)}
        columns={columns}
        nameOf={({ name }) => name}
        {...(mayChange && {
          actions: (alert: Alert) => <MenuButton label={text.actionsOf(alert.name)} groups={menuOf(alert)} />,
        })}
      />
      {asked?.to === "create" && <AlertDialog destinations={destinations} onClose={close} />}
      {asked?.to === "edit" && <AlertDialog before={asked.alert} destinations={destinations} onClose={close} />}
      {asked?.to === "delete" && <DeleteAlertDialog alert={asked.alert} onClose={close} />}
    </Panel>
  );
}

const ranks = { ringing: 0, recovering: 1, pending: 2, ok: 3 } as const;

function sortedByState(alerts: readonly Alert[]): readonly Alert[] {
  const rankOf = ({ active, state }: Alert) => (active ? ranks[state.status] : ranks.ok);
  return alerts.toSorted((one, other) => rankOf(one) - rankOf(other));
}

const columns: readonly Column<Alert>[] = [
  {
    id: "name",
    title: text.name,
    cell: (alert) => (
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">{alert.name}</p>
        <p className="wrap-anywhere text-muted text-sm">{ruleText(alert)}</p>
      </div>
    ),
  },
  { id: "state", title: text.state, cell: (alert) => <AlertState {...alert} />, className: "w-60" },
  {
    id: "value",
    title: text.value,
    cell: (alert) =>
      alert.state.value === null ? (
        <span className="text-muted">{text.noValue}</span>
      ) : (
        valueText(alert.state.value, alert)
      ),
    className: "w-40",
  },
  {
    id: "lastRang",
    title: text.lastRang,
    cell: ({ state }) =>
      state.lastRangAt === null ? (
        <span className="text-muted">{text.neverRang}</span>
      ) : (
        <Moment at={state.lastRangAt} />
      ),
    className: "w-40",
  },
];
