import type { ReactNode } from "react";
import type { Database } from "#shared/files/contract.ts";
import { DownloadDialog } from "./download-dialog.tsx";
import { OperationDialog } from "./operation-dialog.tsx";
import { gateOf, operationNamed } from "./operations.ts";
import { useServerVersion } from "./use-server-version.ts";

/** Dialog of the operation in the address. Doesn't open for unavailable operations. */
export default function FileOperation({
  wanted,
  file,
  toRun,
  onClose,
  onStarted,
}: {
  readonly wanted: string;
  readonly file: Database;
  readonly toRun: (processId: number) => ReactNode;
  readonly onClose: () => void;
  readonly onStarted: (processId: number) => void;
}) {
  const version = useServerVersion();
  const operation = operationNamed(wanted);
  if (operation === undefined || gateOf(operation, file, version) !== undefined) return null;
  if (operation.name === "download") return <DownloadDialog file={file} toRun={toRun} onClose={onClose} />;
  return (
    <OperationDialog key={operation.name} name={operation.name} file={file} onClose={onClose} onStarted={onStarted} />
  );
}
