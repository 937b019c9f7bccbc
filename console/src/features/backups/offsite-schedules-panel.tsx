import { useMutation, useQuery } from "@tanstack/react-query";
import {
  ArchiveRestore,
  CirclePause,
  CirclePlay,
  FolderOpen,
  Pencil,
  Play,
  Plus,
  ShieldCheck,
  Trash2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import type { OffsiteSchedule } from "#shared/backups/schedules/contract.ts";
import { changing, reading } from "../../api/query.ts";
import { backupMessages } from "../../messages/english/installation/backups.ts";
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
import { DeleteOffsiteScheduleDialog } from "./delete-dialogs.tsx";
import { NotifiedPanel } from "./notified/notified-panel.tsx";
import { browserPath, placeText } from "./place-text.ts";
import type { MadeKey } from "./recovery/made-key.ts";
import { RecoveryKeyPanel } from "./recovery/recovery-key-panel.tsx";
import { DrillMark } from "./restore/drill-mark.tsx";
import type { Restoring } from "./restore/restore-dialog.tsx";
import { RunStrip } from "./run-strip.tsx";
import { staleSchedules } from "./stale-backups.ts";
import { StateChip } from "./state-chip.tsx";

const OffsiteScheduleDialog = lazyPart(() => import("./offsite-schedule-dialog.tsx"));
const RestoreDialog = lazyPart(() => import("./restore/restore-dialog.tsx"));
const MadeKeyDialog = lazyPart(() => import("./recovery/made-key-dialog.tsx"));
const text = backupMessages.schedules;

type OpenDialog =
  | { readonly to: "create" }
  | { readonly to: "edit" | "delete" | "restore"; readonly schedule: OffsiteSchedule };

interface ScheduleWays {
  readonly nameLink: (schedule: OffsiteSchedule) => ReactNode;
  readonly onBrowse: (path: string) => void;
  /** Opens a run: one that was just started, or one of the newest. */
  readonly onRun: (processId: number) => void;
  readonly restoring: Restoring;
}

/** FileMaker Server backups that are sent, their destinations and their states. */
export function OffsiteSchedulesPanel({ nameLink, onBrowse, onRun, restoring }: ScheduleWays) {
  const list = useQuery(reading("GET /svc/api/settings/offsite/schedules", {}));
  const [asked, setAsked] = useState<OpenDialog>();
  const [made, setMade] = useState<MadeKey>();
  const close = () => setAsked(undefined);
  const closeForm = (key?: MadeKey) => {
    close();
    setMade(key);
  };
  const run = useMutation({
    ...changing("POST /svc/api/settings/offsite/schedules/{name}/run", staleSchedules),
    onError: announceRefusal,
  });
  const drill = useMutation({
    ...changing("POST /svc/api/settings/offsite/schedules/{name}/drill", staleSchedules),
    onError: announceRefusal,
  });
  const change = useMutation({
    ...changing("PATCH /svc/api/settings/offsite/schedules/{name}", staleSchedules),
    onError: announceRefusal,
  });

  const runNow = ({ name }: OffsiteSchedule) =>
    run.mutate(
      { name },
      {
        onSuccess: ({ processId }) => {
          announce(text.started(name));
          onRun(processId);
        },
      },
    );
  const drillNow = ({ name }: OffsiteSchedule) =>
    drill.mutate(
      { name },
      {
        onSuccess: ({ processId }) => {
          announce(backupMessages.drill.started(name));
          onRun(processId);
        },
      },
    );
  const enable = ({ name }: OffsiteSchedule, is_enabled: boolean) =>
    change.mutate({ name, is_enabled }, { onSuccess: () => announce(text.changed(name, is_enabled)) });

  const menuOf = (schedule: OffsiteSchedule): MenuGroups => [
    [
      {
        needs: "POST /svc/api/settings/offsite/schedules/{name}/run",
        text: text.runNow,
        icon: Play,
        onChoose: () => runNow(schedule),
      },
      // The backups there can be from another installation.
      {
        needs: "POST /svc/api/settings/offsite/restores",
        text: backupMessages.restore.action,
        icon: ArchiveRestore,
        onChoose: () => setAsked({ to: "restore", schedule }),
      },
      ...(schedule.last_backup === null
        ? []
        : [
            {
              needs: "POST /svc/api/settings/offsite/schedules/{name}/drill" as const,
              text: backupMessages.drill.action,
              icon: ShieldCheck,
              onChoose: () => drillNow(schedule),
            },
          ]),
    ],
    [
      schedule.is_enabled
        ? {
            needs: "PATCH /svc/api/settings/offsite/schedules/{name}",
            text: text.disable,
            icon: CirclePause,
            onChoose: () => enable(schedule, false),
          }
        : {
            needs: "PATCH /svc/api/settings/offsite/schedules/{name}",
            text: text.enable,
            icon: CirclePlay,
            onChoose: () => enable(schedule, true),
          },
      {
        needs: "PATCH /svc/api/settings/offsite/schedules/{name}",
        text: text.edit,
        icon: Pencil,
        onChoose: () => setAsked({ to: "edit", schedule }),
      },
      { text: text.browse, icon: FolderOpen, onChoose: () => onBrowse(browserPath(placeText(schedule))) },
    ],
    [
      {
        needs: "DELETE /svc/api/settings/offsite/schedules/{name}",
        text: text.remove,
        icon: Trash2,
        danger: true,
        onChoose: () => setAsked({ to: "delete", schedule }),
      },
    ],
  ];

  return (
    <>
      <Panel
        title={text.title}
        flush
        actions={
          <Button
            needs="POST /svc/api/settings/offsite/schedules"
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
          label={text.title}
          rows={list.data?.schedules}
          columns={columnsOf(nameLink, onRun)}
          nameOf={({ name }) => name}
          actions={(row) => <MenuButton label={text.actionsOf(row.name)} groups={menuOf(row)} />}
        />
        {(asked?.to === "create" || asked?.to === "edit") && (
          <OffsiteScheduleDialog before={asked.to === "edit" ? asked.schedule : undefined} onClose={closeForm} />
        )}
        {asked?.to === "restore" && <RestoreDialog schedule={asked.schedule} {...restoring} onClose={close} />}
        {asked?.to === "delete" && <DeleteOffsiteScheduleDialog name={asked.schedule.name} onClose={close} />}
        {made !== undefined && <MadeKeyDialog made={made} onClose={() => setMade(undefined)} />}
      </Panel>
      <RecoveryKeyPanel onMade={setMade} />
      <NotifiedPanel />
    </>
  );
}

function columnsOf(
  nameLink: ScheduleWays["nameLink"],
  onRun: ScheduleWays["onRun"],
): readonly Column<OffsiteSchedule>[] {
  return [
    {
      id: "name",
      title: text.name,
      cell: (row) => (
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {nameLink(row)}
            <StateChip state={row.state} />
          </p>
          <p className="wrap-anywhere text-muted text-sm">{placeText(row)}</p>
          {row.warnings.map((warning) => (
            <p key={warning} className="text-bad text-sm">
              {warning}
            </p>
          ))}
        </div>
      ),
    },
    { id: "runs", title: text.runs, cell: ({ name }) => <RunStrip name={name} onRun={onRun} />, className: "w-52" },
    { id: "last", title: text.last, cell: ({ last_backup }) => <Moment at={last_backup} />, className: "w-36" },
    {
      id: "drill",
      title: backupMessages.drill.title,
      cell: ({ last_drill, is_drilled }) =>
        is_drilled || last_drill !== null ? (
          <DrillMark drill={last_drill} />
        ) : (
          <span className="text-muted">{backupMessages.drill.off}</span>
        ),
      className: "w-40",
    },
    {
      id: "next",
      title: text.next,
      cell: ({ next_backup }) =>
        next_backup === null ? <span className="text-muted">{text.notSaid}</span> : <Moment at={next_backup} isAhead />,
      className: "w-36",
    },
  ];
}
