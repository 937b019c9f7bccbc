import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import type { DatabaseState } from "#shared/files/contract.ts";
import { reading } from "../../api/query.ts";
import { deploymentMessages } from "../../messages/english/deployments.ts";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { type Column, DataTable } from "../../ui/tables/data-table.tsx";
import { askedFor, fullName, sourceFileOf } from "./asked-for.ts";
import type { DeploymentPart } from "./deployments.ts";

const text = deploymentMessages.page;

interface DeployedFile {
  readonly id: number;
  readonly operation: keyof typeof text.operations;
  readonly file: string;
  readonly from: string | undefined;
  readonly state: DatabaseState | undefined;
  readonly clients: number | undefined;
}

/** Files of a part, each with its operation and its current state on the server. */
export function DeployedFiles({
  part,
  refreshMs,
  fileState,
}: {
  readonly part: DeploymentPart;
  readonly refreshMs: number | false;
  readonly fileState: (state: DatabaseState) => ReactNode;
}) {
  const hosted = useQuery({ ...reading("GET /svc/api/databases", {}), refetchInterval: refreshMs });
  const isOver = refreshMs === false;
  // The last read was before the end, when files could still be closed.
  useEffect(() => {
    if (isOver) void hosted.refetch();
  }, [isOver, hosted.refetch]);
  const rows = askedFor(part).fileOperations.map((operation, id): DeployedFile => {
    const file = fullName(operation.target.fileName);
    const found = hosted.data?.databases.find(({ filename }) => filename.toLowerCase() === file.toLowerCase());
    return {
      ...{ id, operation: operation.operation, file, from: sourceFileOf(operation) },
      ...{ state: found?.state, clients: found?.clients },
    };
  });
  return (
    <>
      <ReadFailure reads={[hosted]} />
      <DataTable
        label={deploymentMessages.files}
        rows={rows}
        columns={columnsOf(fileState)}
        nameOf={({ file }) => file}
      />
    </>
  );
}

function columnsOf(fileState: (state: DatabaseState) => ReactNode): readonly Column<DeployedFile>[] {
  return [
    { id: "file", title: text.file, cell: ({ file }) => <span className="break-words font-medium">{file}</span> },
    { id: "operation", title: text.operation, cell: ({ operation }) => text.operations[operation], className: "w-28" },
    { id: "from", title: text.from, cell: ({ from }) => from ?? "–" },
    {
      id: "now",
      title: text.now,
      cell: ({ state }) =>
        state === undefined ? <span className="text-muted">{text.notHosted}</span> : fileState(state),
      className: "w-32",
    },
    { id: "clients", title: text.clients, cell: ({ clients }) => clients ?? "–", className: "w-20" },
  ];
}
