import { useMutation, useQuery } from "@tanstack/react-query";
import { CirclePause, CirclePlay, LoaderCircle, Play } from "lucide-react";
import type { ServerSchedule } from "#shared/schedules/contract.ts";
import { changing, reading } from "../../api/query.ts";
import { scheduleMessages } from "../../messages/english/schedules.ts";
import { announceRefusal } from "../../ui/feedback/announce-refusal.ts";
import { Empty } from "../../ui/feedback/states.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListPanel } from "../../ui/tables/list-panel.tsx";
import { Chip } from "../../ui/values/chip.tsx";

const text = scheduleMessages;
/** Polling interval while the page is visible: FileMaker Server doesn't report when its schedules run. */
const pollMs = 10_000;
const stale = ["GET /svc/api/schedules/filemaker", "GET /svc/api/audit"] as const;

/** FileMaker Server's own schedules, which can be run, enabled and disabled here, and are created in its Admin Console. */
export function ServerSchedulesPanel() {
  const list = useQuery({ ...reading("GET /svc/api/schedules/filemaker", {}), refetchInterval: pollMs });
  const run = useMutation({
    ...changing("POST /svc/api/schedules/filemaker/{id}/run", stale),
    onError: announceRefusal,
  });
  const change = useMutation({
    ...changing("PATCH /svc/api/schedules/filemaker/{id}", stale),
    onError: announceRefusal,
  });
  const rows = list.data?.schedules;
  return (
    <Panel title={text.server.title} text={text.server.text} flush>
      <ListPanel
        reads={[list]}
        loadingRows={3}
        empty={<Empty title={text.server.emptyTitle} />}
        label={text.server.title}
        rows={rows}
        columns={columns}
        nameOf={({ name }) => name}
        actions={({ id, name, isEnabled }) => (
          <MenuButton
            label={text.actionsOf(name)}
            groups={[
              [
                {
                  needs: "POST /svc/api/schedules/filemaker/{id}/run",
                  text: text.runNow,
                  icon: Play,
                  onChoose: () => run.mutate({ id }, { onSuccess: () => announce(text.started(name)) }),
                },
                {
                  needs: "PATCH /svc/api/schedules/filemaker/{id}",
                  text: isEnabled ? text.disable : text.enable,
                  icon: isEnabled ? CirclePause : CirclePlay,
                  onChoose: () =>
                    change.mutate(
                      { id, isEnabled: !isEnabled },
                      { onSuccess: () => announce(text.changed(name, !isEnabled)) },
                    ),
                },
              ],
            ]}
          />
        )}
      />
    </Panel>
  );
}

const columns: readonly Column<ServerSchedule>[] = [
  { id: "name", title: text.name, cell: ({ name }) => <span className="font-medium">{name}</span> },
  { id: "kind", title: text.server.kind, cell: ({ kind }) => text.server.kinds[kind], className: "w-40" },
  {
    id: "state",
    title: text.state,
    cell: ({ isRunning, isEnabled }) =>
      isRunning ? (
        <Chip icon={LoaderCircle}>{text.running}</Chip>
      ) : (
        <Chip tone={isEnabled ? "good" : "plain"} icon={isEnabled ? CirclePlay : CirclePause}>
          {isEnabled ? text.enabled : text.disabled}
        </Chip>
      ),
    className: "w-32",
  },
  { id: "next", title: text.next, cell: ({ nextRunAt }) => hostTime(nextRunAt) ?? text.none, className: "w-44" },
  {
    id: "last",
    title: text.last,
    cell: ({ lastRunAt, lastError }) => (
      <>
        {hostTime(lastRunAt) ?? text.server.never}
        {lastRunAt !== null && lastError !== null && lastError !== 0 && (
          <span className="block text-bad text-sm">{text.server.error(lastError)}</span>
        )}
      </>
    ),
    className: "w-44",
  },
];

/** Returns a time of the database host unconverted: its time zone is unknown here. */
function hostTime(at: string | null): string | undefined {
  return at?.replace("T", " ");
}
