import { useMutation, useQuery } from "@tanstack/react-query";
import { RotateCcw, Trash2, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { changing, reading } from "../../api/query.ts";
import { deploymentMessages as text } from "../../messages/english/deployments.ts";
import { announceRefusal } from "../../ui/feedback/announce-refusal.ts";
import { Empty } from "../../ui/feedback/states.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListPanel } from "../../ui/tables/list-panel.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { duration } from "../../ui/values/duration.ts";
import { Moment } from "../../ui/values/moment.tsx";
import { DeploymentChip } from "./deployment-chip.tsx";
import {
  closedMs,
  type Deployment,
  type DeploymentPart,
  deploymentReads,
  isOpen,
  newestDeployments,
  partName,
  refreshMs,
  tookMs,
} from "./deployments.ts";

const UndoDialog = lazyPart(() => import("./undo-dialog.tsx"));
const DeleteDeploymentDialog = lazyPart(() => import("./delete-deployment-dialog.tsx"));

/** Deployments of this server, newest first. */
export function DeploymentsPanel({
  link,
  onStarted,
}: {
  readonly link: (part: number, name: string) => ReactNode;
  readonly onStarted: (part: number) => void;
}) {
  const deployments = useQuery({
    ...newestDeployments,
    refetchInterval: ({ state }) =>
      state.data?.batches.some((batch) => batch.status !== "complete" && batch.status !== "aborted")
        ? refreshMs
        : false,
  });
  const backups = useQuery(reading("GET /svc/api/deployment/backups", {}));
  const [undone, setUndone] = useState<Deployment>();
  const [deleted, setDeleted] = useState<Deployment>();
  const again = useMutation({
    ...changing("POST /svc/api/deployment/rerun", deploymentReads),
    onError: announceRefusal,
  });
  const open = ([first]: readonly number[]) => first !== undefined && onStarted(first);
  return (
    <>
      <ListPanel
        reads={[deployments, backups]}
        rows={deployments.data}
        loadingRows={6}
        empty={<Empty title={text.emptyTitle} text={text.emptyText} />}
        label={text.title}
        columns={columnsOf(link)}
        nameOf={({ name }) => name}
        actions={(row) => (
          <MenuButton
            label={text.actionsOf(row.name)}
            groups={[
              [
                ...(backups.data?.deployments.includes(row.id) && !row.parts.some(isOpen)
                  ? [
                      {
                        needs: "POST /svc/api/deployment/undoFull" as const,
                        text: text.undo,
                        icon: Undo2,
                        onChoose: () => setUndone(row),
                      },
                    ]
                  : []),
                {
                  needs: "POST /svc/api/deployment/rerun",
                  text: text.again,
                  icon: RotateCcw,
                  onChoose: () =>
                    again.mutate(
                      { type: "deployment", id: row.id },
                      { onSuccess: ({ subDeploymentIds }) => open(subDeploymentIds) },
                    ),
                },
              ],
              [
                {
                  needs: "DELETE /svc/api/deployment/batches/{batchId}",
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
      {undone && (
        <UndoDialog undone={{ kind: "whole", ...undone }} onStarted={onStarted} onClose={() => setUndone(undefined)} />
      )}
      {deleted && <DeleteDeploymentDialog deployment={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}

function columnsOf(link: (part: number, name: string) => ReactNode): readonly Column<Deployment>[] {
  return [
    { id: "deployment", title: text.deployment, cell: (row) => <Name row={row} link={link} /> },
    {
      id: "state",
      title: text.state,
      cell: ({ parts }) => (
        <span className="inline-flex flex-wrap gap-1">
          <DeploymentChip parts={parts} />
          {isRehearsal(parts) && <Chip>{text.rehearsal}</Chip>}
        </span>
      ),
      className: "w-52",
    },
    {
      id: "files",
      title: text.files,
      cell: ({ parts }) => text.count(parts.reduce((sum, { file_count }) => sum + file_count, 0)),
      className: "w-24",
    },
    { id: "closed", title: text.closed, cell: ({ parts }) => lengthText(closedMs(parts)), className: "w-32" },
    { id: "took", title: text.took, cell: ({ parts }) => lengthText(tookMs(parts)), className: "w-32" },
    {
      id: "asked",
      title: text.asked,
      cell: ({ parts: [first] }) => <Moment at={first?.created_at ?? null} />,
      className: "w-32",
    },
  ];
}

/** Name that links to the only part; if there are several parts, each has its own link. */
function Name({ row, link }: { readonly row: Deployment; readonly link: (part: number, name: string) => ReactNode }) {
  const [first, ...others] = row.parts;
  const reason = row.parts.find(({ message }) => message !== null)?.message;
  return (
    <div className="min-w-0">
      <p className="break-words font-medium">{first === undefined ? row.name : link(first.id, row.name)}</p>
      {others.length > 0 && (
        <ul className="text-sm">
          {row.parts.map((part) => (
            <li key={part.id} className="flex flex-wrap items-center gap-2">
              {link(part.id, partName(part))}
              <DeploymentChip parts={[part]} />
            </li>
          ))}
        </ul>
      )}
      {reason && <p className="break-words text-muted text-sm">{reason}</p>}
    </div>
  );
}

function isRehearsal(parts: readonly DeploymentPart[]): boolean {
  return parts.length > 0 && parts.every(({ rehearsal }) => rehearsal);
}

function lengthText(milliseconds: number | undefined): string {
  return milliseconds === undefined ? "–" : duration(milliseconds);
}
