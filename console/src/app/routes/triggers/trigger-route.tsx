import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { reading } from "../../../api/query.ts";
import { useSummaries } from "../../../features/deliveries/summaries.ts";
import { TriggerPage } from "../../../features/triggers/trigger-page.tsx";
import { targetSource } from "../../../features/triggers/trigger-texts.ts";
import { triggerMessages } from "../../../messages/english/events/triggers.ts";
import { BackLink } from "../../page/back-link.tsx";
import { FileLink } from "../../page/file-link.tsx";
import { ScheduleLink } from "../../page/schedule-link.tsx";
import { paths } from "../../paths.ts";
import { replayOfFailed } from "../events/deliveries-of.tsx";
import { SourceStrip } from "../events/source-strip.tsx";

export function TriggerRoute() {
  const { id } = useParams({ from: paths.trigger });
  const navigate = useNavigate({ from: paths.trigger });
  const read = useQuery(reading("GET /svc/api/triggers/{id}", { id: Number(id) }));
  const schedules = useQuery(reading("GET /svc/api/schedules", {}));
  const summaries = useSummaries((read.data?.trigger.destination.targets ?? []).map(targetSource));
  return (
    <TriggerPage
      key={id}
      id={Number(id)}
      above={<BackLink to={paths.triggers} text={triggerMessages.page.back} />}
      fileLink={(name) => <FileLink name={name} />}
      strip={(source) => <SourceStrip source={source} summaries={summaries.data} />}
      scheduleLink={(scheduleId) => (
        <ScheduleLink
          schedule={{
            id: scheduleId,
            name:
              schedules.data?.schedules.find((schedule) => schedule.id === scheduleId)?.name ??
              triggerMessages.page.schedule(scheduleId),
          }}
        />
      )}
      replay={replayOfFailed}
      onDeleted={() => void navigate({ to: paths.triggers })}
    />
  );
}
