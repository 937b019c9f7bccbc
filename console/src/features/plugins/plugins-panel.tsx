import { useMutation, useQuery } from "@tanstack/react-query";
import { Power, PowerOff, Trash2, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { Plugin, PluginEngine } from "#shared/server/plugins/contract.ts";
import type { OutputOf } from "../../api/operations.ts";
import { changing, reading } from "../../api/query.ts";
import { pluginMessages as text } from "../../messages/english/installation/plugins.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import type { MenuGroups } from "../../ui/menus/menu-entries.tsx";
import { byteSize } from "../../ui/values/byte-size.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { InstallDialog } from "./install-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";

const read = "GET /svc/api/plugins";

type Engine = OutputOf<typeof read>["engines"][number];

/** Plug-ins of FileMaker Server and the engines that load them. Restarts are confirmed by their owner, who says whom they interrupt. */
export default function PluginsPanel({ onRestart }: { readonly onRestart: (engine: PluginEngine) => void }) {
  const list = useQuery(reading(read, {}));
  const [dialog, setDialog] = useState<"install" | Plugin>();
  const [waiting, setWaiting] = useState<readonly PluginEngine[]>([]);
  const plugin = useMutation(changing("PATCH /svc/api/plugins/{file}", [read]));
  const engine = useMutation(changing("PATCH /svc/api/plugins/engines/{engine}", [read]));
  const onChanged = ({ restart }: { readonly restart: readonly PluginEngine[] }) =>
    setWaiting((before) => [...new Set([...before, ...restart])]);
  const saved = (output: { readonly restart: readonly PluginEngine[] }) => {
    announce(text.changed);
    onChanged(output);
  };
  const failure = plugin.error ?? engine.error;
  return (
    <Panel
      title={text.title}
      text={text.text}
      actions={
        <Button needs="POST /svc/api/plugins" onClick={() => setDialog("install")}>
          {text.install}
        </Button>
      }
      flush
    >
      {list.isPending && <Loading rows={3} list="tall" />}
      <ReadFailure reads={[list]} />
      {failure && <Refusal error={failure} />}
      {list.data?.problems.map((problem) => (
        <p key={problem} className="flex items-start gap-2.5 px-4 py-2.5">
          <TriangleAlert aria-hidden size={17} className="mt-0.5 shrink-0 text-warn" />
          {problem}
        </p>
      ))}
      {waiting.length > 0 && (
        <div role="status" className="flex flex-wrap items-center gap-2 px-4 py-2.5">
          <p>{text.restartTitle}</p>
          {waiting.map((each) => (
            <Button key={each} needs="POST /svc/api/fms-process" onClick={() => onRestart(each)}>
              {text.restart(text.engines[each])}
            </Button>
          ))}
        </div>
      )}
      {list.data?.plugins.length === 0 && <p className="px-4 py-2.5 text-muted">{text.none}</p>}
      {list.data && (
        <>
          <ul aria-label={text.list} className="divide-y divide-line">
            {list.data.plugins.map((each) => (
              <PluginRow
                key={each.file}
                plugin={each}
                onSwitch={(enabled) => plugin.mutate({ file: each.file, enabled }, { onSuccess: saved })}
                onRemove={() => setDialog(each)}
              />
            ))}
          </ul>
          <ul aria-label={text.engineList} className="divide-y divide-line border-line border-t">
            {list.data.engines.map((each) => (
              <EngineRow
                key={each.engine}
                engine={each}
                count={countIn(list.data.plugins, each.engine)}
                onSwitch={(enabled) => engine.mutate({ engine: each.engine, enabled }, { onSuccess: saved })}
              />
            ))}
          </ul>
        </>
      )}
      {dialog === "install" && (
        <InstallDialog
          engines={(list.data?.engines ?? []).filter(({ hasFolder }) => hasFolder !== false).map((each) => each.engine)}
          onInstalled={onChanged}
          onClose={() => setDialog(undefined)}
        />
      )}
      {typeof dialog === "object" && (
        <RemoveDialog file={dialog.file} onRemoved={onChanged} onClose={() => setDialog(undefined)} />
      )}
    </Panel>
  );
}

function PluginRow({
  plugin,
  onSwitch,
  onRemove,
}: {
  readonly plugin: Plugin;
  readonly onSwitch: (enabled: boolean) => void;
  readonly onRemove: () => void;
}) {
  const { file, name, enabled, copies } = plugin;
  const places =
    copies === null
      ? text.unknownPlaces
      : copies.map(({ engine, sizeBytes }) => `${text.engines[engine]}, ${byteSize(sizeBytes)}`).join(" · ");
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium wrap-anywhere">
          {file}
          {enabled === null ? (
            <span title={text.unlistedText}>
              <Chip>{text.unlisted}</Chip>
            </span>
          ) : (
            <Chip tone={enabled ? "good" : "plain"}>{enabled ? text.enabled : text.disabled}</Chip>
          )}
        </p>
        <p className="text-muted text-sm">
          {[name, places || text.noCopy].filter((part) => part !== null).join(" · ")}
        </p>
      </div>
      <MenuButton
        label={text.actionsOf(file)}
        className="border border-line"
        groups={groupsOf(plugin, onSwitch, onRemove)}
      />
    </li>
  );
}

/** Returns the actions for a plug-in: only a listed one can be enabled, and only a copy on the host removed. */
function groupsOf({ enabled, copies }: Plugin, onSwitch: (enabled: boolean) => void, onRemove: () => void): MenuGroups {
  const change: MenuGroups[number] = [
    {
      needs: "PATCH /svc/api/plugins/{file}",
      text: enabled ? text.disable : text.enable,
      icon: enabled ? PowerOff : Power,
      onChoose: () => onSwitch(!enabled),
    },
  ];
  const remove: MenuGroups[number] = [
    { needs: "DELETE /svc/api/plugins/{file}", text: text.remove, icon: Trash2, danger: true, onChoose: onRemove },
  ];
  return [...(enabled === null ? [] : [change]), ...((copies?.length ?? 0) === 0 ? [] : [remove])];
}

function EngineRow({
  engine: { engine, enabled, hasFolder },
  count,
  onSwitch,
}: {
  readonly engine: Engine;
  readonly count: number | undefined;
  readonly onSwitch: (enabled: boolean) => void;
}) {
  const state = hasFolder === false ? text.engineMissing : enabled === false ? text.engineOff : undefined;
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{text.engines[engine]}</p>
        <p className="text-muted text-sm">
          {state ?? (count === undefined ? text.unknownPlaces : text.engineText(count))}
        </p>
      </div>
      {enabled !== null && (
        <MenuButton
          label={text.engineActions(text.engines[engine])}
          className="border border-line"
          groups={[
            [
              {
                needs: "PATCH /svc/api/plugins/engines/{engine}",
                text: enabled ? text.forbid : text.allow,
                icon: enabled ? PowerOff : Power,
                onChoose: () => onSwitch(!enabled),
              },
            ],
          ]}
        />
      )}
    </li>
  );
}

/** Returns the number of plug-ins in an engine's folder; undefined if the folders are unknown. */
function countIn(plugins: readonly Plugin[], engine: PluginEngine): number | undefined {
  if (plugins.some(({ copies }) => copies === null)) return undefined;
  return plugins.filter(({ copies }) => copies?.some((copy) => copy.engine === engine)).length;
}
