import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { reading } from "../../../api/query.ts";
import { useSummaries } from "../../../features/deliveries/summaries.ts";
import { useServerVersion } from "../../../features/operations/use-server-version.ts";
import { targetSource } from "../../../features/triggers/trigger-texts.ts";
import { TriggersPanel } from "../../../features/triggers/triggers-panel.tsx";
import { triggerMessages as text } from "../../../messages/english/events/triggers.ts";
import { Button, buttonClasses } from "../../../ui/buttons/button.tsx";
import { Framed } from "../../../ui/layout/framed.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { TabbedPage } from "../../page/tabbed-page.tsx";
import { paths } from "../../paths.ts";
import { eventsArea } from "../events/events-area.ts";
import { SourceStrip } from "../events/source-strip.tsx";

const TriggerDialog = lazyPart(() => import("../../../features/triggers/form/trigger-dialog.tsx"));

export function TriggersRoute() {
  const { create = false } = useSearch({ from: paths.triggers });
  const navigate = useNavigate({ from: paths.triggers });
  const list = useQuery(reading("GET /svc/api/triggers", {}));
  const sources = (list.data?.triggers ?? []).flatMap(({ destination }) => destination.targets.map(targetSource));
  const summaries = useSummaries(sources);
  const tooOld = useTooOld();
  const setCreate = (isOpen: boolean) => void navigate({ search: isOpen ? { create: true } : {}, replace: !isOpen });
  return (
    <TabbedPage
      area={eventsArea}
      tab="triggers"
      reads={{ address: "GET /svc/api/triggers", input: {} }}
      actions={
        <Button
          needs="POST /svc/api/triggers"
          look="primary"
          data-shortcut="c"
          disabled={tooOld !== undefined}
          onClick={() => setCreate(true)}
        >
          <Plus aria-hidden size={16} />
          {text.create}
        </Button>
      }
    >
      {tooOld !== undefined && (
        <p role="status" className="flex flex-wrap items-center gap-3 rounded-lg bg-warn-surface px-4 py-3 text-warn">
          {text.needsVersion(tooOld)}
          <Link to={paths.home} className={buttonClasses()}>
            {text.home}
          </Link>
        </p>
      )}
      <Framed>
        <TriggersPanel
          create={
            tooOld === undefined && (
              <Button needs="POST /svc/api/triggers" look="primary" onClick={() => setCreate(true)}>
                {text.create}
              </Button>
            )
          }
          nameLink={({ id, label }) => (
            <Link
              to={paths.trigger}
              params={{ id: String(id) }}
              className="inline-block leading-target underline-offset-2 hover:underline"
            >
              {label}
            </Link>
          )}
          strip={({ destination: { targets } }) => (
            <div className="flex flex-col gap-1">
              {targets.map((target) => (
                <SourceStrip key={target.id} source={targetSource(target)} summaries={summaries.data} />
              ))}
            </div>
          )}
        />
      </Framed>
      {create && <TriggerDialog onClose={() => setCreate(false)} />}
    </TabbedPage>
  );
}

/** First FileMaker Server release with table triggers. */
const first = [22, 0, 4] as const;

/** Returns the running release if it doesn't support table triggers. */
function useTooOld(): string | undefined {
  const version = useServerVersion();
  if (version === undefined || version.major === 0) return undefined;
  const runs = [version.major, version.minor, version.patch];
  const at = first.findIndex((wanted, index) => runs[index] !== wanted);
  const isOld = at >= 0 && (runs[at] ?? 0) < (first[at] ?? 0);
  return isOld ? runs.join(".") : undefined;
}
