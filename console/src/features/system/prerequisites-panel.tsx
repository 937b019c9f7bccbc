import { CircleAlert, CircleCheck, CircleHelp, CircleX, RotateCw } from "lucide-react";
import type { Point } from "#shared/system/contract.ts";
import { homeMessages } from "../../messages/english/installation/home.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Sentence } from "../../ui/feedback/sentence.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { usePrerequisites } from "./use-prerequisites.ts";

const marks = {
  ok: { icon: CircleCheck, color: "text-good" },
  warning: { icon: CircleAlert, color: "text-warn" },
  failed: { icon: CircleX, color: "text-bad" },
  unknown: { icon: CircleHelp, color: "text-muted" },
} as const;

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
          <Button
            needs="POST /svc/api/prerequisites"
            data-shortcut="r"
            busy={checks.isFetching}
            onClick={() => void checks.refetch()}
          >
            <RotateCw aria-hidden size={14} />
            {homeMessages.checkAgain}
          </Button>
        }
      >
        {checks.isPending && <Loading rows={7} list="short" />}
        <ReadFailure reads={[checks]} />
        {checks.data && (
          <ul className="divide-y divide-line">
            {checks.data.points.toSorted(byState).map((point) => (
              <Row key={`${point.id} ${point.file}`} point={point} />
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}

const order: readonly Point["state"][] = ["failed", "warning", "unknown", "ok"];

/** Compares points so that problems come first; the order is otherwise unchanged. */
function byState(a: Point, b: Point): number {
  return order.indexOf(a.state) - order.indexOf(b.state);
}

function Row({ point: { state, text, remedy } }: { readonly point: Point }) {
  const { icon: Icon, color } = marks[state];
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <Icon aria-hidden size={17} className={`mt-0.5 shrink-0 ${color}`} />
      <div className="min-w-0">
        <p>
          <span className="sr-only">{homeMessages.states[state]}: </span>
          <Sentence text={text} />
        </p>
        {remedy && (
          <p className="text-muted text-sm">
            <Sentence text={remedy} />
          </p>
        )}
      </div>
    </li>
  );
}
