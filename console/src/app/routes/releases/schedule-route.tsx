import { useParams } from "@tanstack/react-router";
import { ProcessChip } from "../../../features/processes/process-chip.tsx";
import { SchedulePage } from "../../../features/schedules/schedule-page.tsx";
import { scheduleMessages } from "../../../messages/english/schedules.ts";
import { BackLink } from "../../page/back-link.tsx";
import { RunLink } from "../../page/run-link.tsx";
import { paths } from "../../paths.ts";

export function ScheduleRoute() {
  const { id } = useParams({ from: paths.schedule });
  return (
    <SchedulePage
      key={id}
      id={Number(id)}
      above={<BackLink to={paths.schedules} text={scheduleMessages.history.back} />}
      mark={(state) => <ProcessChip state={state} />}
      runLink={(processId, title) => <RunLink run={{ id: processId, title }} />}
    />
  );
}
