import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { RunView } from "../../features/processes/run-view.tsx";
import { processMessages } from "../../messages/english/processes.ts";
import { BackLink } from "../page/back-link.tsx";
import { paths } from "../paths.ts";
import { RunAgain } from "./run-again.tsx";

export function ProcessRoute() {
  const { id } = useParams({ from: paths.process });
  const { phase } = useSearch({ from: paths.process });
  const navigate = useNavigate({ from: paths.process });
  return (
    <RunView
      key={id}
      id={Number(id)}
      phase={phase}
      onPhase={(next) => void navigate({ search: { phase: next }, replace: true })}
      again={(process) => <RunAgain process={process} />}
      above={<BackLink to={paths.processes} text={processMessages.back} />}
    />
  );
}
