import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CirclePause, CirclePlay, CircleX, KeyRound, RotateCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Trigger } from "#shared/triggers/contract.ts";
import { changing } from "../../api/query.ts";
import { triggerMessages } from "../../messages/english/events/triggers.ts";
import { announceRefusal } from "../../ui/feedback/announce-refusal.ts";
import { Panel } from "../../ui/layout/panel.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import { type Column, DataTable } from "../../ui/tables/data-table.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { targetSource, targetText } from "./trigger-texts.ts";

const ReplaceSecretDialog = lazyPart(() => import("./replace-secret-dialog.tsx"));
const text = triggerMessages.page;
type Target = Trigger["destination"]["targets"][number];

/** Parts of other features that targets use, from the surrounding page. */
export interface TargetParts {
  /** Renders the results of a source's newest deliveries, with a link to all of them. */
  readonly strip: (source: string) => ReactNode;
  readonly scheduleLink: (id: number) => ReactNode;
  readonly replay: {
    readonly text: string;
    readonly dialog: (source: string, name: string, onClose: () => void) => ReactNode;
  };
}

/** Targets of the relay, with the results of their deliveries. */
export function TargetsPanel({ trigger, strip, scheduleLink, replay }: TargetParts & { readonly trigger: Trigger }) {
  const [asked, setAsked] = useState<{ readonly to: "secret" | "replay"; readonly target: Target }>();
  const change = useMutation({
    ...changing("PATCH /svc/api/triggers/{id}", ["GET /svc/api/triggers", "GET /svc/api/triggers/{id}"]),
    onError: announceRefusal,
  });
  const { targets } = trigger.destination;
  const switchTo = (wanted: Target, isEnabled: boolean) =>
    change.mutate({
      id: trigger.id,
      destination: {
        kind: "relay",
        targets: targets.map((target) => unchanged(target, target.id === wanted.id ? isEnabled : target.isEnabled)),
      },
    });
  const close = () => setAsked(undefined);
  return (
    <Panel title={text.targets} flush>
      <DataTable
        label={text.targets}
        rows={targets}
        columns={columnsOf(strip, scheduleLink)}
        nameOf={targetText}
        actions={(target) => (
          <MenuButton
            label={text.actionsOf(targetText(target))}
            groups={[
              [
                {
                  needs: "POST /svc/api/deliveries/replay",
                  text: replay.text,
                  icon: RotateCw,
                  onChoose: () => setAsked({ to: "replay", target }),
                },
              ],
              [
                ...(target.kind === "url"
                  ? [
                      {
                        needs: "POST /svc/api/triggers/{id}/targets/{targetId}/secret" as const,
                        text: text.secret,
                        icon: KeyRound,
                        onChoose: () => setAsked({ to: "secret" as const, target }),
                      },
                    ]
                  : []),
                target.isEnabled
                  ? {
                      needs: "PATCH /svc/api/triggers/{id}",
                      text: text.switchOff,
                      icon: CirclePause,
                      onChoose: () => switchTo(target, false),
                    }
                  : {
                      needs: "PATCH /svc/api/triggers/{id}",
                      text: text.switchOn,
                      icon: CirclePlay,
                      onChoose: () => switchTo(target, true),
                    },
              ],
            ]}
          />
        )}
      />
      {asked?.to === "secret" && <ReplaceSecretDialog triggerId={trigger.id} target={asked.target} onClose={close} />}
      {asked?.to === "replay" && replay.dialog(targetSource(asked.target), targetText(asked.target), close)}
    </Panel>
  );
}

/** Returns an update that doesn't change a target: omitted fields are kept. */
function unchanged({ id, kind, scheduleId }: Target, isEnabled: boolean) {
  return kind === "url" ? { id, kind, isEnabled } : { id, kind, scheduleId: scheduleId ?? 0, isEnabled };
}

function columnsOf(strip: TargetParts["strip"], scheduleLink: TargetParts["scheduleLink"]): readonly Column<Target>[] {
  return [
    {
      id: "target",
      title: text.target,
      cell: ({ url, scheduleId, headers }) => (
        <div className="min-w-0">
          <p className="wrap-anywhere font-medium">{url ?? scheduleLink(scheduleId ?? 0)}</p>
          {headers.length > 0 && <p className="wrap-anywhere text-muted text-sm">{headers.join(", ")}</p>}
        </div>
      ),
    },
    { id: "newest", title: text.newest, cell: (target) => strip(targetSource(target)), className: "w-40" },
    {
      id: "state",
      title: triggerMessages.state,
      cell: ({ isEnabled, disabledReason, failingSince }) => (
        <div className="flex flex-col items-start gap-0.5">
          <Chip
            tone={isEnabled && failingSince === null ? "good" : "bad"}
            icon={isEnabled ? (failingSince === null ? CircleCheck : CircleX) : CirclePause}
          >
            {isEnabled ? (failingSince === null ? text.working : text.failingSince) : text.off}
          </Chip>
          {failingSince !== null && <Moment at={failingSince} />}
          {disabledReason !== null && <span className="wrap-anywhere text-muted text-sm">{disabledReason}</span>}
        </div>
      ),
      className: "w-56",
    },
  ];
}
