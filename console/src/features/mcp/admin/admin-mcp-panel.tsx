import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../../api/operations.ts";
import { changing, reading } from "../../../api/query.ts";
import { adminMcpMessages as text } from "../../../messages/english/mcp/admin.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { ReadFailure } from "../../../ui/feedback/read-failure.tsx";
import { Refusal } from "../../../ui/feedback/refusal.tsx";
import { Loading } from "../../../ui/feedback/states.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { ConnectPanel } from "../connect/connect-panel.tsx";
import { AdminPreview } from "./admin-preview.tsx";
import { toolsets } from "./toolsets.ts";

const address = "GET /svc/api/admin-mcp";
const change = "PATCH /svc/api/admin-mcp";
type Settings = OutputOf<typeof address>;

/** Endpoint for administrators' AI clients: the maximum scope, the offered tools, and the connection settings. */
export default function AdminMcpPanel() {
  const read = useQuery(reading(address, {}));
  const settings = read.data;
  return (
    <div className="flex flex-col gap-5">
      <Panel title={text.title} text={text.text}>
        {read.isPending && <Loading rows={8} />}
        <ReadFailure reads={[read]} />
        {/* Another user's changes reset the form. */}
        {settings && <SettingsForm key={settings.updatedAt} settings={settings} />}
      </Panel>
      <AdminPreview />
      {settings && (
        <ConnectPanel
          connection={{ name: "latchkey", url: settings.url, keyStart: "ak_" }}
          maySignIn={settings.oauthEnabled}
        />
      )}
    </div>
  );
}

function SettingsForm({ settings }: { readonly settings: Settings }) {
  const [draft, setDraft] = useState<Pick<Settings, "isActive" | "readOnly" | "toolsets" | "oauthEnabled">>({
    isActive: settings.isActive,
    readOnly: settings.readOnly,
    toolsets: settings.toolsets,
    oauthEnabled: settings.oauthEnabled,
  });
  const save = useMutation(
    changing(change, [address, "GET /svc/api/admin-mcp/tools", "GET /svc/api/oauth/grants", "GET /svc/api/audit"], () =>
      announce(text.saved),
    ),
  );
  const set = (changed: Partial<typeof draft>) => setDraft((known) => ({ ...known, ...changed }));
  return (
    <form
      className="flex flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(draft);
      }}
    >
      <Switch label={text.active} checked={draft.isActive} onChange={(isActive) => set({ isActive })} />
      <Switch label={text.readOnly} checked={draft.readOnly} onChange={(readOnly) => set({ readOnly })} />
      <Switch
        label={text.signIn}
        text={text.signInText}
        checked={draft.oauthEnabled}
        onChange={(oauthEnabled) => set({ oauthEnabled })}
      />
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-medium text-sm">{text.toolsets}</legend>
        <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          {toolsets.map(({ name, isDefault }) => (
            <Switch
              key={name}
              label={text.toolset[name]}
              text={isDefault ? text.isDefault : text.asked}
              checked={draft.toolsets.includes(name)}
              onChange={(isOn) =>
                set({
                  toolsets: toolsets
                    .map((each) => each.name)
                    .filter((each) => (each === name ? isOn : draft.toolsets.includes(each))),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      {save.error && <Refusal error={save.error} />}
      <Button needs="PATCH /svc/api/admin-mcp" type="submit" look="primary" busy={save.isPending}>
        {text.save}
      </Button>
    </form>
  );
}
