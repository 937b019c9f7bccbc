import { useMutation, useQuery } from "@tanstack/react-query";
import { FolderOpen, KeyRound, Pencil, Plus, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { changing, reading } from "../../../api/query.ts";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { announceRefusal } from "../../../ui/feedback/announce-refusal.ts";
import { Empty } from "../../../ui/feedback/states.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { MenuButton } from "../../../ui/menus/menu-button.tsx";
import type { MenuGroups } from "../../../ui/menus/menu-entries.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ListPanel } from "../../../ui/tables/list-panel.tsx";
import { DeleteLocationDialog } from "../delete-dialogs.tsx";
import { browserPath } from "../place-text.ts";
import { staleLocations } from "../stale-backups.ts";
import { LocationCheck } from "./location-check.tsx";
import { type Location, locationsIn } from "./locations.ts";

const LocationDialog = lazyPart(() => import("./location-dialog.tsx"));
const LocationSecretDialog = lazyPart(() => import("./location-secret-dialog.tsx"));
const text = backupMessages.locations;

type OpenDialog =
  | { readonly to: "create" }
  | { readonly to: "edit" | "secret" | "delete"; readonly location: Location };

/** Accounts at stores for backups, each with the result of its test. */
export function LocationsPanel({ onBrowse }: { readonly onBrowse: (path: string) => void }) {
  const list = useQuery(reading("GET /svc/api/settings/offsite/remotes", {}));
  const [asked, setAsked] = useState<OpenDialog>();
  const close = () => setAsked(undefined);
  const check = useMutation({
    ...changing("POST /svc/api/settings/offsite/remotes/{remote_name}/check", staleLocations),
    onError: announceRefusal,
  });

  const menuOf = (location: Location): MenuGroups => {
    const ask = (to: "edit" | "secret" | "delete") => () => setAsked({ to, location });
    const { id: remote_name, label } = location;
    const tryAgain = () => check.mutate({ remote_name }, { onSuccess: () => announce(text.checkDone(label)) });
    return [
      [
        ...(location.check === null
          ? []
          : [
              {
                needs: "POST /svc/api/settings/offsite/remotes/{remote_name}/check" as const,
                text: text.check,
                icon: RotateCw,
                onChoose: tryAgain,
              },
            ]),
        { text: text.browse, icon: FolderOpen, onChoose: () => onBrowse(browserPath(remote_name)) },
        {
          needs: "PATCH /svc/api/settings/offsite/remotes/{remote_name}",
          text: text.edit,
          icon: Pencil,
          onChoose: ask("edit"),
        },
        {
          needs: "PATCH /svc/api/settings/offsite/remotes/{remote_name}",
          text: text.secret,
          icon: KeyRound,
          onChoose: ask("secret"),
        },
      ],
      [
        {
          needs: "DELETE /svc/api/settings/offsite/remotes/{remote_name}",
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
      flush
      actions={
        <Button
          needs="POST /svc/api/settings/offsite/remotes"
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
        rows={list.data && locationsIn(list.data)}
        columns={columns}
        nameOf={({ label }) => label}
        actions={(row) => <MenuButton label={text.actionsOf(row.label)} groups={menuOf(row)} />}
      />
      {(asked?.to === "create" || asked?.to === "edit") && (
        <LocationDialog before={asked.to === "edit" ? asked.location : undefined} onClose={close} />
      )}
      {asked?.to === "secret" && <LocationSecretDialog location={asked.location} onClose={close} />}
      {asked?.to === "delete" && (
        <DeleteLocationDialog name={asked.location.id} label={asked.location.label} onClose={close} />
      )}
    </Panel>
  );
}

const columns: readonly Column<Location>[] = [
  {
    id: "name",
    title: text.name,
    cell: ({ label, endpoint, access_key_id, region }) => (
      <div className="min-w-0">
        <p className="font-medium">{label}</p>
        <p className="wrap-anywhere text-muted text-sm">{endpoint}</p>
        <p className="wrap-anywhere text-muted text-sm">{text.account(access_key_id, region)}</p>
      </div>
    ),
  },
  { id: "check", title: text.checked, cell: ({ check }) => <LocationCheck check={check} /> },
];
