import { useMutation, useQuery } from "@tanstack/react-query";
import { CirclePause, CirclePlay, Pencil, Play, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Schedule } from "#shared/schedules/contract.ts";
import { changing, reading } from "../../api/query.ts";
import { scheduleMessages as text } from "../../messages/english/schedules.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { announceRefusal } from "../../ui/feedback/announce-refusal.ts";
import { Empty } from "../../ui/feedback/states.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListPanel } from "../../ui/tables/list-panel.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { DeleteScheduleDialog } from "./delete-schedule-dialog.tsx";
import { type ProcessMark, RunChip } from "./run-chip.tsx";
import type { ActionFields } from "./schedule-dialog.tsx";
import { timingText } from "./schedule-texts.ts";
import { useActionText } from "./use-action-text.ts";

const ScheduleDialog = lazyPart(() => import("./schedule-dialog.tsx"));
const stale = ["GET /svc/api/schedules", "GET /svc/api/audit"] as const;

type OpenDialog = { readonly to: "create" } | { readonly to: "edit" | "delete"; readonly schedule: Schedule };

/** Latchkey's own schedules. */
export function SchedulesPanel({
  nameLink,
  mark,
  actionFields,
  onStarted,
}: {
  readonly nameLink: (schedule: Schedule) => ReactNode;
  readonly mark: ProcessMark;
  readonly actionFields: ActionFields;
  readonly onStarted: (processId: number) => void;
}) {
  const list = useQuery(reading("GET /svc/api/schedules", {}));
  const [asked, setAsked] = useState<OpenDialog>();
  const run = useMutation({
    ...changing("POST /svc/api/schedules/{id}/run", [...stale, "GET /svc/api/processes"]),
    onError: announceRefusal,
  });
  const change = useMutation({ ...changing("PATCH /svc/api/schedules/{id}", stale), onError: announceRefusal });
  const rows = list.data?.schedules;
  const actionText = useActionText(rows ?? []);

  const runNow = ({ id, name }: Schedule) =>
    run.mutate(
      { id },
      {
        onSuccess: ({ processId }) => {
          announce(text.started(name));
          onStarted(processId);
        },
      },
    );
  const enable = ({ id, name }: Schedule, isEnabled: boolean) =>
    change.mutate({ id, isEnabled }, { onSuccess: () => announce(text.changed(name, isEnabled)) });

  return (
    <Panel
      title={text.own}
      flush
      actions={
        <Button
          needs="POST /svc/api/schedules"
          look="primary"
          data-shortcut="c"
          onClick={() => setAsked({ to: "create" })}
        >
          <Plus aria-hidden size={16} />
          {text.create}
        </Button>
      }
    >
      <ListPanel
        reads={[list]}
        loadingRows={3}
        empty={<Empty title={text.emptyTitle} text={text.emptyText} />}
        label={text.own}
        rows={rows}
        columns={columnsOf(nameLink, mark, actionText)}
        nameOf={({ name }) => name}
        actions={(row) => (
          <MenuButton
            label={text.actionsOf(row.name)}
            groups={[
              [
                {
                  needs: "POST /svc/api/schedules/{id}/run",
                  text: text.runNow,
                  icon: Play,
                  onChoose: () => runNow(row),
                },
                row.isEnabled
                  ? {
                      needs: "PATCH /svc/api/schedules/{id}",
                      text: text.disable,
                      icon: CirclePause,
                      onChoose: () => enable(row, false),
                    }
                  : {
                      needs: "PATCH /svc/api/schedules/{id}",
                      text: text.enable,
                      icon: CirclePlay,
                      onChoose: () => enable(row, true),
                    },
                {
                  needs: "PATCH /svc/api/schedules/{id}",
                  text: text.edit,
                  icon: Pencil,
                  onChoose: () => setAsked({ to: "edit", schedule: row }),
                },
              ],
              [
                {
                  needs: "DELETE /svc/api/schedules/{id}",
                  text: text.remove,
                  icon: Trash2,
                  danger: true,
                  onChoose: () => setAsked({ to: "delete", schedule: row }),
                },
              ],
            ]}
          />
        )}
      />
      {(asked?.to === "create" || asked?.to === "edit") && (
        <ScheduleDialog
          before={asked.to === "edit" ? asked.schedule : undefined}
          actionFields={actionFields}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked?.to === "delete" && <DeleteScheduleDialog schedule={asked.schedule} onClose={() => setAsked(undefined)} />}
    </Panel>
  );
}

function columnsOf(
  nameLink: (schedule: Schedule) => ReactNode,
  mark: ProcessMark,
  actionText: (action: Schedule["action"]) => string,
): readonly Column<Schedule>[] {
  return [
    {
      id: "name",
      title: text.name,
      cell: (row) => (
        <div className="min-w-0">
          <p className="font-medium">{nameLink(row)}</p>
          <p className="break-words text-muted text-sm">{actionText(row.action)}</p>
        </div>
      ),
    },
    { id: "when", title: text.when, cell: ({ timing }) => timingText(timing), className: "w-56" },
    {
      id: "next",
      title: text.next,
      cell: ({ isEnabled, nextRuns: [next] }) => {
        if (!isEnabled) return <Chip>{text.disabled}</Chip>;
        return next === undefined ? <span className="text-muted">{text.none}</span> : <Moment at={next} isAhead />;
      },
      className: "w-36",
    },
    {
      id: "last",
      title: text.last,
      cell: ({ lastRun }) =>
        lastRun === null ? (
          <Moment at={null} />
        ) : (
          <span className="flex flex-col items-start gap-1">
            <RunChip run={lastRun} mark={mark} />
            <Moment at={lastRun.plannedAt} />
          </span>
        ),
      className: "w-40",
    },
  ];
}
