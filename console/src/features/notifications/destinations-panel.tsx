import { useMutation, useQuery } from "@tanstack/react-query";
import {
  CircleCheck,
  CirclePause,
  CirclePlay,
  CircleX,
  KeyRound,
  Pencil,
  Plus,
  RotateCw,
  Send,
  Trash2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Destination } from "#shared/notifications/contract.ts";
import { changing, reading } from "../../api/query.ts";
import { notificationMessages as text } from "../../messages/english/events/notifications.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { announceRefusal } from "../../ui/feedback/announce-refusal.ts";
import { Empty } from "../../ui/feedback/states.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import type { MenuGroups } from "../../ui/menus/menu-entries.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListPanel } from "../../ui/tables/list-panel.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { DeleteDestinationDialog } from "./delete-destination-dialog.tsx";
import { addressIn, staleDestinations, subscriptionText } from "./destinations.ts";

const DestinationDialog = lazyPart(() => import("./destination-dialog.tsx"));
const ReplaceSecretDialog = lazyPart(() => import("./replace-secret-dialog.tsx"));

type OpenDialog =
  | { readonly to: "create" }
  | { readonly to: "edit" | "secret" | "delete" | "replay"; readonly destination: Destination };

/** Renders a source's deliveries, from the surrounding page. */
export interface DestinationParts {
  /** Renders the results of a source's newest deliveries, with a link to all of them. */
  readonly strip: (source: string) => ReactNode;
  readonly replay: {
    readonly text: string;
    readonly dialog: (source: string, name: string, onClose: () => void) => ReactNode;
  };
}

/** Destinations, each with a test and the result of its newest notification. */
export function DestinationsPanel({ strip, replay }: DestinationParts) {
  const list = useQuery(reading("GET /svc/api/notifications/destinations", {}));
  const [asked, setAsked] = useState<OpenDialog>();
  const change = useMutation({
    ...changing("PATCH /svc/api/notifications/destinations/{id}", staleDestinations),
    onError: announceRefusal,
  });
  const test = useMutation({
    ...changing("POST /svc/api/notifications/destinations/{id}/test", [
      ...staleDestinations,
      "GET /svc/api/deliveries/summary",
    ]),
    onError: announceRefusal,
  });
  const close = () => setAsked(undefined);
  const switchTo = ({ id, label }: Destination, active: boolean) =>
    change.mutate({ id, active }, { onSuccess: () => announce(text.changed(label, active)) });
  const sendTest = ({ id, label }: Destination) =>
    test.mutate({ id }, { onSuccess: ({ msg }) => announce(text.tested(label, msg)) });

  const menuOf = (destination: Destination): MenuGroups => {
    const ask = (to: "edit" | "secret" | "delete" | "replay") => () => setAsked({ to, destination });
    return [
      [{ needs: "POST /svc/api/deliveries/replay", text: replay.text, icon: RotateCw, onChoose: ask("replay") }],
      [
        {
          needs: "PATCH /svc/api/notifications/destinations/{id}",
          text: text.edit,
          icon: Pencil,
          onChoose: ask("edit"),
        },
        ...(destination.target.type === "webhook"
          ? [
              {
                needs: "POST /svc/api/notifications/destinations/{id}/secret" as const,
                text: text.secret,
                icon: KeyRound,
                onChoose: ask("secret"),
              },
            ]
          : []),
        destination.active
          ? {
              needs: "PATCH /svc/api/notifications/destinations/{id}",
              text: text.switchOff,
              icon: CirclePause,
              onChoose: () => switchTo(destination, false),
            }
          : {
              needs: "PATCH /svc/api/notifications/destinations/{id}",
              text: text.switchOn,
              icon: CirclePlay,
              onChoose: () => switchTo(destination, true),
            },
      ],
      [
        {
          needs: "DELETE /svc/api/notifications/destinations/{id}",
          text: text.remove,
          icon: Trash2,
          danger: true,
          onChoose: ask("delete"),
        },
      ],
    ];
  };

  return (
    <Panel
      title={text.title}
      text={text.text}
      flush
      actions={
        <Button
          needs="POST /svc/api/notifications/destinations"
          look="primary"
          data-shortcut="c"
          onClick={() => setAsked({ to: "create" })}
        >
          <Plus aria-hidden size={16} />
          {text.create}
        </Button>
      }
    >
      <ListPanel
        reads={[list]}
        loadingRows={3}
        empty={<Empty title={text.emptyTitle} text={text.emptyText} />}
        label={text.title}
        rows={list.data?.destinations}
        columns={columnsOf(strip)}
        nameOf={({ label }) => label}
        actions={(row) => (
          <div className="flex items-center justify-end gap-1">
            <Button
              needs="POST /svc/api/notifications/destinations/{id}/test"
              busy={test.isPending && test.variables.id === row.id}
              aria-label={`${text.test}: ${row.label}`}
              onClick={() => sendTest(row)}
            >
              <Send aria-hidden size={14} />
              {text.test}
            </Button>
            <MenuButton label={text.actionsOf(row.label)} groups={menuOf(row)} />
          </div>
        )}
      />
      {asked?.to === "create" && <DestinationDialog onClose={close} />}
      {asked?.to === "edit" && <DestinationDialog before={asked.destination} onClose={close} />}
      {asked?.to === "secret" && <ReplaceSecretDialog destination={asked.destination} onClose={close} />}
      {asked?.to === "replay" && replay.dialog(asked.destination.source, asked.destination.label, close)}
      {asked?.to === "delete" && <DeleteDestinationDialog destination={asked.destination} onClose={close} />}
    </Panel>
  );
}

function columnsOf(strip: DestinationParts["strip"]): readonly Column<Destination>[] {
  return [
    {
      id: "name",
      title: text.name,
      cell: ({ label, target, active, disabledReason }) => (
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {label}
            {!active && <Chip tone={disabledReason === null ? "warn" : "bad"}>{text.off}</Chip>}
          </p>
          <p className="wrap-anywhere text-muted text-sm">
            {text.kinds[target.type]} · {addressIn(target)}
          </p>
          {disabledReason !== null && <p className="wrap-anywhere text-bad text-sm">{disabledReason}</p>}
        </div>
      ),
    },
    { id: "gets", title: text.gets, cell: subscriptionText, className: "w-44" },
    { id: "newest", title: text.newest, cell: ({ source }) => strip(source), className: "w-40" },
    {
      id: "last",
      title: text.last,
      cell: ({ lastResult, lastResultIsError, lastSentAt }) =>
        lastResult === null ? (
          <span className="text-muted">{text.never}</span>
        ) : (
          <div className="flex flex-col items-start gap-0.5">
            <Chip tone={lastResultIsError ? "bad" : "good"} icon={lastResultIsError ? CircleX : CircleCheck}>
              {lastResultIsError ? text.failed : text.good}
            </Chip>
            <span className="wrap-anywhere">{lastResult}</span>
            <Moment at={lastSentAt} />
          </div>
        ),
      className: "w-56",
    },
  ];
}
