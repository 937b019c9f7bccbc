import { useMutation, useQuery } from "@tanstack/react-query";
import { Download, GitCompareArrows, RotateCcw, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { call } from "../../api/client.ts";
import type { OutputOf } from "../../api/operations.ts";
import { changing, reading } from "../../api/query.ts";
import { startDownload } from "../../api/start-download.ts";
import { buildMessages as text } from "../../messages/english/builds.ts";
import { announceRefusal } from "../../ui/feedback/announce-refusal.ts";
import { Empty } from "../../ui/feedback/states.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListPanel } from "../../ui/tables/list-panel.tsx";
import { ByteSize } from "../../ui/values/byte-size.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { BuildChip } from "./build-chip.tsx";
import { comparableBuilds, firstComparison } from "./compare/comparable.ts";
import { DeleteBuildDialog } from "./delete-build-dialog.tsx";

type Build = OutputOf<"GET /svc/api/build/db/list">["builds"][number];

const CompareDialog = lazyPart(() => import("./compare/compare-dialog.tsx"));
const list = "GET /svc/api/build/db/list";
/** Refresh interval of a running build when there is no event stream. */
const refreshMs = 5_000;

/** Builds of this server, newest first. */
export function BuildsPanel({
  runLink,
  onStarted,
}: {
  readonly runLink: (processId: number, title: string) => ReactNode;
  readonly onStarted: (processId: number) => void;
}) {
  const builds = useQuery({
    ...reading(list, {}),
    refetchInterval: ({ state }) => (state.data?.builds.some(isOpen) ? refreshMs : false),
  });
  const [deleted, setDeleted] = useState<Build>();
  const [compared, setCompared] = useState<ReturnType<typeof firstComparison>>();
  const again = useMutation({
    ...changing("POST /svc/api/build/db/{buildId}/rerun", [list, "GET /svc/api/processes", "GET /svc/api/audit"]),
    onError: announceRefusal,
  });
  const download = useMutation({
    mutationFn: (buildId: number) => call("GET /svc/api/build/db/{buildId}", { buildId }),
    onSuccess: ({ build }) => startDownload(build.downloadUrl || build.downloadFolderUrl),
    onError: announceRefusal,
  });
  const makeAgain = ({ id, existsInOutbox }: Build) =>
    again.mutate(
      { buildId: id, deleteExistingBuild: existsInOutbox },
      { onSuccess: ({ processId }) => processId !== undefined && onStarted(processId) },
    );
  const rows = builds.data?.builds;
  const comparable = comparableBuilds(rows ?? []);
  const comparisonOf = (row: Build) => (comparable.includes(row) ? firstComparison(row, comparable) : undefined);
  return (
    <>
      <ListPanel
        reads={[builds]}
        rows={rows}
        loadingRows={6}
        empty={<Empty title={text.emptyTitle} text={text.emptyText} />}
        label={text.title}
        columns={columnsOf(runLink)}
        nameOf={({ build_id }) => build_id}
        actions={(row) => (
          <MenuButton
            label={text.actionsOf(row.build_id)}
            groups={[
              [
                ...(row.existsInOutbox
                  ? [
                      {
                        needs: "GET /svc/api/build/{buildId}" as const,
                        text: text.download,
                        icon: Download,
                        onChoose: () => download.mutate(row.id),
                      },
                    ]
                  : []),
                ...(comparisonOf(row) === undefined
                  ? []
                  : [
                      {
                        text: text.compare.action,
                        icon: GitCompareArrows,
                        onChoose: () => setCompared(comparisonOf(row)),
                      },
                    ]),
                {
                  needs: "POST /svc/api/build/db/{buildId}/rerun",
                  text: text.again,
                  icon: RotateCcw,
                  onChoose: () => makeAgain(row),
                },
              ],
              [
                {
                  needs: "DELETE /svc/api/build/db/{buildId}",
                  text: text.remove,
                  icon: Trash2,
                  danger: true,
                  onChoose: () => setDeleted(row),
                },
              ],
            ]}
          />
        )}
      />
      {compared && (
        <CompareDialog builds={comparable} first={compared} runLink={runLink} onClose={() => setCompared(undefined)} />
      )}
      {deleted && <DeleteBuildDialog build={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}

function isOpen({ status }: Build): boolean {
  return status === "started" || status === "zipping";
}

function columnsOf(runLink: (processId: number, title: string) => ReactNode): readonly Column<Build>[] {
  return [
    {
      id: "build",
      title: text.build,
      cell: ({ build_id, process_id, message }) => (
        <div className="min-w-0">
          <p className="break-words font-medium">{runLink(process_id, build_id)}</p>
          {message !== null && <p className="break-words text-muted text-sm">{message}</p>}
        </div>
      ),
    },
    {
      id: "state",
      title: text.state,
      cell: ({ status, hasErrors, existsInOutbox }) => (
        <>
          <BuildChip status={status} hasErrors={hasErrors} />
          {status === "completed" && !existsInOutbox && <p className="text-muted text-sm">{text.gone}</p>}
        </>
      ),
      className: "w-48",
    },
    {
      id: "files",
      title: text.files,
      cell: ({ files }) => (
        <span title={files?.map(({ fileName }) => fileName).join("\n")}>{text.count(files?.length ?? 0)}</span>
      ),
      className: "w-24",
    },
    {
      id: "size",
      title: text.size,
      cell: ({ zip_size }) => (zip_size === null ? "–" : <ByteSize bytes={zip_size} />),
      className: "w-28",
    },
    { id: "made", title: text.made, cell: ({ created_at }) => <Moment at={created_at} />, className: "w-32" },
  ];
}
