import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DatabaseState } from "#shared/files/contract.ts";
import type { Process } from "#shared/processes/contract.ts";
import { deploymentMessages } from "../../messages/english/deployments.ts";
import { Panel } from "../../ui/layout/panel.tsx";
import { duration } from "../../ui/values/duration.ts";
import { askedFor, hostedFilesOf, sourceText } from "./asked-for.ts";
import { ClosedClock } from "./closed-clock.tsx";
import { useConnected } from "./connected.ts";
import { DeployedFiles } from "./deployed-files.tsx";
import { DeploymentChip } from "./deployment-chip.tsx";
import {
  type Deployment,
  type DeploymentPart,
  isOpen,
  newestDeployments,
  partName,
  refreshMs,
  runsOfName,
  tookMs,
} from "./deployments.ts";
import { Durations } from "./durations.tsx";
import { Migrations } from "./migrations.tsx";

const text = deploymentMessages.page;

/** Request of a deployment, with the state of its files and their clients. */
export function DeploymentDetails({
  part,
  whole,
  process,
  now,
  partLink,
  fileState,
}: {
  readonly part: DeploymentPart;
  readonly whole: Deployment;
  /** Undefined: deleted. */
  readonly process: Process | undefined;
  readonly now: number;
  readonly partLink: (part: number, name: string) => ReactNode;
  readonly fileState: (state: DatabaseState) => ReactNode;
}) {
  const goesOn = isOpen(part);
  const newest = useQuery(newestDeployments);
  const runs = runsOfName(newest.data ?? [], whole);
  const last = runs.findLast(({ id }) => id !== whole.id);
  const lastMs = last && tookMs(last.parts);
  return (
    <>
      {whole.parts.length > 1 && (
        <nav aria-label={text.partsTitle}>
          <ol className="flex flex-wrap gap-x-5 gap-y-1">
            {whole.parts.map((one) => (
              <li
                key={one.id}
                className="flex items-center gap-2"
                aria-current={one.id === part.id ? "page" : undefined}
              >
                <span className={one.id === part.id ? "font-semibold" : ""}>{partLink(one.id, partName(one))}</span>
                <DeploymentChip parts={[one]} />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={text.summary}>
          <div className="flex flex-col gap-2">
            <ClosedClock
              process={process ?? { phaseRuns: [], endedAt: part.updated_at }}
              now={now}
              closedMs={part.closed_ms}
              isRehearsal={part.rehearsal}
            />
            {goesOn && lastMs !== undefined && <p className="text-muted text-sm">{text.usually(duration(lastMs))}</p>}
            {goesOn && !part.rehearsal && <Connected part={part} phase={process?.phase ?? null} />}
            {part.undone_by !== null && (
              <p className="text-sm">
                {text.undoneBy} {partLink(part.undone_by, text.undo(part.undone_by))}
              </p>
            )}
            {process === undefined && <p className="text-muted text-sm">{text.gone}</p>}
          </div>
        </Panel>
        {runs.length > 1 && (
          <Panel title={deploymentMessages.durations.title} text={deploymentMessages.durations.text}>
            <Durations runs={runs} />
          </Panel>
        )}
      </div>
      <Panel title={deploymentMessages.files} text={text.source(sourceText(askedFor(part)))} flush>
        <DeployedFiles part={part} refreshMs={goesOn && refreshMs} fileState={fileState} />
      </Panel>
      {part.migrations.length > 0 && <Migrations migrations={part.migrations} />}
    </>
  );
}

/** Clients that have the files open. The closing phase waits for them. */
function Connected({ part, phase }: { readonly part: DeploymentPart; readonly phase: string | null }) {
  const { clients } = useConnected(hostedFilesOf([part]), refreshMs);
  const names = (clients ?? []).map(({ userName, computerName }) => userName || computerName);
  return (
    <p className="break-words text-sm">
      <span className="text-muted">{phase === "closing" && names.length > 0 ? text.waitsFor : text.connected}:</span>{" "}
      {clients === undefined ? "–" : names.join(", ") || text.nobody}
    </p>
  );
}
