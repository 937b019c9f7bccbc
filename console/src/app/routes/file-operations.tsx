import { Link, useNavigate } from "@tanstack/react-router";
import type { Database } from "#shared/files/contract.ts";
import { AgentNotice } from "../../features/agents/agent-notice.tsx";
import type { OperationName } from "../../features/operations/operations.ts";
import { OperationsPanel } from "../../features/operations/operations-panel.tsx";
import { operationMessages } from "../../messages/english/operations.ts";
import { buttonClasses } from "../../ui/buttons/button.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { AgentsLink } from "../page/agents-link.tsx";
import { paths } from "../paths.ts";

const FileOperation = lazyPart(() => import("../../features/operations/file-operation.tsx"));

/** Operations on a file as a whole. */
export function OperationsPart({
  file,
  onChoose,
}: {
  readonly file: Database;
  readonly onChoose: (operation: OperationName) => void;
}) {
  return <OperationsPanel file={file} notice={<AgentNotice toAgents={<AgentsLink />} />} onChoose={onChoose} />;
}

/** Dialog of the operation in the address, with a link to the run. */
export function AskedOperation({
  wanted,
  file,
  onClose,
}: {
  readonly wanted: string;
  readonly file: Database;
  readonly onClose: () => void;
}) {
  const navigate = useNavigate();
  return (
    <FileOperation
      wanted={wanted}
      file={file}
      toRun={(id) => (
        <Link to={paths.process} params={{ id: String(id) }} className={buttonClasses()}>
          {operationMessages.download.run}
        </Link>
      )}
      onClose={onClose}
      onStarted={(id) => void navigate({ to: paths.process, params: { id: String(id) } })}
    />
  );
}
