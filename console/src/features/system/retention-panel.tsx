import { useQuery } from "@tanstack/react-query";
import { reading } from "../../api/query.ts";
import { settingsMessages } from "../../messages/english/settings.ts";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { RemovedFilesRow } from "./removed-files-row.tsx";

const text = settingsMessages.retention;

/** Retention periods, each with the name of its setting. */
export function RetentionPanel() {
  const settings = useQuery(reading("GET /svc/api/settings", {}));
  const kept = settings.data?.kept;
  const rows = kept && [
    { ...text.processes, days: kept.processDays, setting: null },
    { ...text.audit, days: kept.auditDays, setting: "AUDIT_DAYS" },
    { ...text.trash, days: kept.trashDays, setting: "TRASH_DAYS" },
  ];
  return (
    <Panel title={text.title} text={text.text} flush>
      {settings.isPending && <Loading rows={3} list="tall" />}
      <ReadFailure reads={[settings]} />
      <ul className="divide-y divide-line">
        {rows?.map(({ what, why, days, setting }) => (
          <li key={what} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium">{what}</p>
              <p className="text-muted text-sm">{why}</p>
            </div>
            <p className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
              {setting && <code className="text-muted text-xs">{setting}</code>}
              {text.days(days)}
            </p>
          </li>
        ))}
        {settings.data && <RemovedFilesRow days={settings.data.deleteFMSRemovedFilesAfterXDays} />}
      </ul>
    </Panel>
  );
}
