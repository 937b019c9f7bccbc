import { useMutation } from "@tanstack/react-query";
import { ScanSearch, ShieldCheck, Trash2, Wrench } from "lucide-react";
import type { ReactNode } from "react";
import type { OffsiteSchedule } from "#shared/backups/schedules/contract.ts";
import type { ProcessState } from "#shared/processes/contract.ts";
import type { InputOf } from "../../../api/operations.ts";
import { changing } from "../../../api/query.ts";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { announceRefusal } from "../../../ui/feedback/announce-refusal.ts";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { Facts } from "../../../ui/layout/facts.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { MenuButton } from "../../../ui/menus/menu-button.tsx";
import { byteSize } from "../../../ui/values/byte-size.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { staleSchedules } from "../stale-backups.ts";
import { DamageReport } from "./damage-report.tsx";

const text = backupMessages.upkeep;
const address = "POST /svc/api/settings/offsite/schedules/{name}/upkeep";
type UpkeepRequest = Omit<InputOf<typeof address>, "name">;
type Upkeep = NonNullable<OffsiteSchedule["last_upkeep"]>;

interface UpkeepPanelProps {
  readonly schedule: OffsiteSchedule;
  readonly mark: (state: ProcessState) => ReactNode;
  readonly runLink: (processId: number, title: string) => ReactNode;
}

/** Maintenance of a block set: its last pruning, verification and repair, and its damage. */
export function UpkeepPanel({ schedule, mark, runLink }: UpkeepPanelProps) {
  const { name, last_upkeep: last, last_verified, damage, retention } = schedule;
  const maintain = useMutation({ ...changing(address, staleSchedules), onError: announceRefusal });
  const ask = (asked: UpkeepRequest) =>
    maintain.mutate({ name, ...asked }, { onSuccess: () => announce(text.started(name)) });
  return (
    <Panel
      title={text.title}
      actions={
        <MenuButton
          label={text.actions}
          groups={[
            [
              {
                needs: "POST /svc/api/settings/offsite/schedules/{name}/upkeep",
                text: text.verifyShare,
                icon: ScanSearch,
                onChoose: () => ask({ work: ["verify"], extent: "share" }),
              },
              {
                needs: "POST /svc/api/settings/offsite/schedules/{name}/upkeep",
                text: text.verifyAll,
                icon: ShieldCheck,
                onChoose: () => ask({ work: ["verify"], extent: "all" }),
              },
              {
                needs: "POST /svc/api/settings/offsite/schedules/{name}/upkeep",
                text: text.repair,
                icon: Wrench,
                onChoose: () => ask({ work: ["repair", "verify"], extent: "structure" }),
              },
            ],
            [
              {
                needs: "POST /svc/api/settings/offsite/schedules/{name}/upkeep",
                text: text.prune,
                icon: Trash2,
                onChoose: () => ask({ work: ["prune"] }),
              },
            ],
          ]}
        />
      }
    >
      <Facts
        facts={[
          [text.kept, text.retention(retention)],
          [text.allVerified, last_verified === null ? text.notYet : <Moment key="verified" at={last_verified} />],
          ...(last === null ? [[text.last, text.notYet] as const] : factsOf(last, { mark, runLink })),
        ]}
      />
      {last?.reason && <p className="wrap-anywhere text-bad">{last.reason}</p>}
      {damage && <DamageReport damage={damage} />}
    </Panel>
  );
}

function factsOf(
  last: Upkeep,
  { mark, runLink }: Pick<UpkeepPanelProps, "mark" | "runLink">,
): Parameters<typeof Facts>[0]["facts"] {
  const { process_id, work, state, started_at, ended_at } = last;
  return [
    [
      text.last,
      <span key="last" className="inline-flex flex-wrap items-center justify-end gap-1.5">
        {mark(state ?? "running")}
        <Moment at={ended_at ?? started_at} />
      </span>,
    ],
    ...work.map((one) => [text.works[one], resultOf(one, last)] as const),
    [backupMessages.page.run, runLink(process_id, backupMessages.page.process(process_id))],
  ];
}

/** Returns the result of a task. Null in an answer: the task hasn't run yet. */
function resultOf(work: Upkeep["work"][number], last: Upkeep): string {
  const { deleted_snapshots, deleted_bytes, read_bytes, repaired_contents } = last;
  if (work === "prune")
    return deleted_snapshots === null ? text.notYet : text.pruned(deleted_snapshots, byteSize(deleted_bytes ?? 0));
  if (work === "verify") return read_bytes === null ? text.notYet : text.verified(byteSize(read_bytes));
  return repaired_contents === null ? text.notYet : text.repaired(repaired_contents);
}
