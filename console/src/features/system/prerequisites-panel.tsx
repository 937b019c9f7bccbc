import { homeMessages } from "../../messages/english/installation/home.ts";
import { CheckActions, CheckList } from "../../ui/feedback/check-list.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { usePrerequisites } from "./use-prerequisites.ts";

const panelId = "prerequisites";

/** Scrolls to the panel and focuses it. */
export function showPrerequisites(): void {
  const panel = document.getElementById(panelId);
  panel?.scrollIntoView({ block: "start" });
  panel?.focus({ preventScroll: true });
}

/** Live check of everything that keys require from the server, with a remedy for each problem. */
export function PrerequisitesPanel() {
  const checks = usePrerequisites();
  if (!checks.mayLook) return null;
  return (
    <div id={panelId} tabIndex={-1} className="scroll-mt-16 rounded-lg focus-visible:outline-offset-2">
      <Panel
        title={homeMessages.checks}
        text={homeMessages.checksText}
        flush
        actions={
          <CheckActions
            needs="POST /svc/api/prerequisites"
            results={checks.data?.points}
            isBusy={checks.isFetching}
            onCheck={() => void checks.refetch()}
          />
        }
      >
        {checks.isPending && <Loading rows={7} list="short" />}
        <ReadFailure reads={[checks]} />
        {checks.data && <CheckList results={checks.data.points} />}
      </Panel>
    </div>
  );
}
