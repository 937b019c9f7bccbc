import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { reading } from "../../../api/query.ts";
import { alertMessages } from "../../../messages/english/usage/alerts.ts";
import { NumberedChoice } from "../../../ui/fields/numbered-choice.tsx";

const text = alertMessages.dialog.notified;

/** Field for the destinations to notify. If none is selected, it names the destinations that subscribe to alerts. */
export function NotifiedField({
  chosen,
  settings,
  onChange,
}: {
  readonly chosen: readonly number[];
  /** Link to the settings of destinations. */
  readonly settings: ReactNode;
  readonly onChange: (ids: readonly number[]) => void;
}) {
  const list = useQuery(reading("GET /svc/api/notifications/destinations", {})).data?.destinations;
  const usual = list
    ?.filter(
      ({ active, events, minimumSeverity }) =>
        active && minimumSeverity !== "error" && (events === null || events.includes("alert_ringing")),
    )
    .map(({ label }) => label);
  const isNobody = chosen.length === 0 && usual?.length === 0;
  return (
    <NumberedChoice
      label={text.label}
      hint={
        <>
          <span className={isNobody ? "text-warn" : undefined}>
            {chosen.length > 0 ? text.chosen : isNobody ? text.nobody : usual && text.usual(usual.join(", "))}
          </span>{" "}
          {settings}
        </>
      }
      text={text}
      known={(list ?? []).map(({ id, label, active }) => ({ id, name: active ? label : text.off(label) }))}
      chosen={chosen}
      onChange={onChange}
    />
  );
}
