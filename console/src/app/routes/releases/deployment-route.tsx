import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { DeploymentActions } from "../../../features/deployments/deployment-actions.tsx";
import { DeploymentDetails } from "../../../features/deployments/deployment-details.tsx";
import { useDeployment } from "../../../features/deployments/use-deployment.ts";
import { FileState } from "../../../features/files/file-state.tsx";
import { RunView } from "../../../features/processes/run-view.tsx";
import { deploymentMessages as text } from "../../../messages/english/deployments.ts";
import { buttonClasses } from "../../../ui/buttons/button.tsx";
import { CurlButton } from "../../../ui/buttons/curl-button.tsx";
import { Empty, Failed, Loading } from "../../../ui/feedback/states.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { Offered } from "../../../ui/offered.tsx";
import { BackLink } from "../../page/back-link.tsx";
import { DeploymentLink } from "../../page/deployment-link.tsx";
import { paths } from "../../paths.ts";

/** One part of a deployment, with its progress and result. */
export function DeploymentRoute() {
  const { id } = useParams({ from: paths.deployment });
  const { phase } = useSearch({ from: paths.deployment });
  const navigate = useNavigate({ from: paths.deployment });
  const { part, whole, isMissing, error, refetch } = useDeployment(Number(id));
  const above = <BackLink to={paths.deployments} text={text.back} />;
  if (part === undefined || whole === undefined)
    return (
      <Page title={text.deployment} above={above}>
        {isMissing ? (
          <Empty title={text.notFound} text={text.notFoundText} />
        ) : error === null ? (
          <Loading rows={8} />
        ) : (
          <Failed error={error} onRetry={refetch} />
        )}
      </Page>
    );
  const actions = (
    <DeploymentActions
      part={part}
      whole={whole}
      duplicate={
        <Offered needs="POST /svc/api/deployment">
          <Link to={paths.newDeployment} search={{ from: part.id }} className={buttonClasses()}>
            {text.duplicate}
          </Link>
        </Offered>
      }
      onStarted={(started) => void navigate({ to: paths.deployment, params: { id: String(started) } })}
      onDeleted={() => void navigate({ to: paths.deployments })}
    />
  );
  const shared = {
    ...{ part, whole },
    partLink: (one: number, name: string) => <DeploymentLink part={{ id: one, name }} />,
    fileState: (state: Parameters<typeof FileState>[0]["state"]) => <FileState state={state} />,
  };
  return (
    <RunView
      key={part.process_id}
      id={part.process_id}
      phase={phase}
      onPhase={(next) => void navigate({ search: { phase: next }, replace: true })}
      again={() => actions}
      above={above}
      details={(process, now) => <DeploymentDetails {...shared} process={process} now={now} />}
      missing={
        <Page
          title={whole.name}
          above={above}
          actions={
            <>
              {actions}
              <CurlButton calls={[{ address: "GET /svc/api/deployment/{id}", input: { id: part.id } }]} />
            </>
          }
        >
          <DeploymentDetails {...shared} process={undefined} now={Date.parse(part.updated_at)} />
        </Page>
      }
    />
  );
}
