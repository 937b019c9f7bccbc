import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { AdminApiKey, DataApiKey } from "#shared/keys/contract.ts";
import { changing } from "../../../api/query.ts";
import { keyLimitsMessages } from "../../../messages/english/keys/key-limits.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Refusal } from "../../../ui/feedback/refusal.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { Facts } from "../../../ui/layout/facts.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { Moment } from "../../../ui/values/moment.tsx";
import type { KeyKind } from "../key-kinds.ts";

const DisableDialog = lazyPart(() => import("./disable-dialog.tsx"));
const LimitsDialog = lazyPart(() => import("./limits-dialog.tsx"));
const RotateDialog = lazyPart(() => import("./rotate-dialog.tsx"));
const text = keyLimitsMessages;

/** State, expiry and limits of a key, with the actions that change them. */
export function LimitsPanel({
  kind,
  row,
  keyLink,
  onRotated,
}: {
  readonly kind: KeyKind;
  readonly row: DataApiKey | AdminApiKey;
  readonly keyLink: (id: number) => ReactNode;
  /** Called after a new key has replaced this one. */
  readonly onRotated: (id: number) => void;
}) {
  const [asked, setAsked] = useState<"disable" | "limits" | "rotate">();
  const change = useMutation(changing(kind.update, [kind.list, kind.one, "GET /svc/api/audit"]));
  const close = () => setAsked(undefined);
  const enable = () =>
    change.mutate({ key: String(row.id), isDisabled: false }, { onSuccess: () => announce(text.enabled) });
  return (
    <Panel
      title={text.title}
      actions={
        <>
          {row.is_disabled ? (
            <Button needs={kind.update} busy={change.isPending} onClick={enable}>
              {text.enable}
            </Button>
          ) : (
            <Button needs={kind.update} onClick={() => setAsked("disable")}>
              {text.disable}
            </Button>
          )}
          {row.replaced_by === null && (
            <Button needs={kind.rotate} onClick={() => setAsked("rotate")}>
              {text.rotate.open}
            </Button>
          )}
          <Button needs={kind.update} onClick={() => setAsked("limits")}>
            {text.change}
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          [text.state, row.is_disabled ? text.isDisabled : text.isEnabled],
          [text.ends, row.ends_at === null ? text.never : <Moment key="ends" at={row.ends_at} isAhead />],
          ...(row.replaced_by === null ? [] : [[text.replacedBy, keyLink(row.replaced_by)] as const]),
          ...(row.replaces === null ? [] : [[text.replaces, keyLink(row.replaces)] as const]),
          ...limitFacts(row),
        ]}
      />
      {change.error && <Refusal error={change.error} />}
      {asked === "disable" && <DisableDialog kind={kind} row={row} onClose={close} />}
      {asked === "limits" && <LimitsDialog kind={kind} row={row} onClose={close} />}
      {asked === "rotate" && (
        <RotateDialog
          kind={kind}
          row={row}
          onClose={close}
          onRotated={(id) => {
            close();
            onRotated(id);
          }}
        />
      )}
    </Panel>
  );
}

/** Returns the limits of a key, one per row. */
function limitFacts(row: DataApiKey | AdminApiKey): readonly (readonly [string, ReactNode])[] {
  const { limits } = row;
  if (limits === null) return [[text.limited, text.nothing]];
  const networks = limits.networks === null ? [] : [[text.networks.label, limits.networks.join(", ")] as const];
  if (!("methods" in limits)) return networks;
  const { methods, layouts, scripts, callsPerMinute, callsPerDay, timeZone } = limits;
  const names = (list: readonly string[]) => (list.length === 0 ? text.none : list.join(", "));
  return [
    ...(methods === null ? [] : [[text.methods.label, methods.join(", ")] as const]),
    ...(layouts === null ? [] : [[text.layouts.label, names(layouts)] as const]),
    ...(scripts === null ? [] : [[text.scripts.label, names(scripts)] as const]),
    ...(callsPerMinute === null ? [] : [[text.perMinute, callsPerMinute.toLocaleString()] as const]),
    ...(callsPerDay === null ? [] : [[text.perDay, `${callsPerDay.toLocaleString()} (${timeZone ?? "UTC"})`] as const]),
    ...("day_ends_at" in row && row.day_ends_at !== null
      ? [[text.dayEnds, <Moment key="day" at={row.day_ends_at} isAhead />] as const]
      : []),
    ...networks,
  ];
}
