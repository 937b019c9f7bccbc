import { type ReactNode, useState } from "react";
import { mcpTrialMessages } from "../../../messages/english/mcp/trials.ts";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { Choice } from "../../../ui/fields/choice.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { type Client, type Connection, clients, configurationOf } from "./client-configurations.ts";

const text = mcpTrialMessages.connect;

/** Configuration that connects a client to a server, ready to copy. */
export function ConnectPanel({
  connection,
  maySignIn,
  actions,
}: {
  readonly connection: Omit<Connection, "isSignedIn">;
  readonly maySignIn: boolean;
  readonly actions?: ReactNode;
}) {
  const [by, setBy] = useState<"key" | "oauth">("key");
  const [client, setClient] = useState<Client>("claude-code");
  const isSignedIn = maySignIn && by === "oauth";
  const { file, text: configuration } = configurationOf(client, { ...connection, isSignedIn });
  return (
    <Panel title={text.title} text={text.text} actions={actions}>
      <div className="flex flex-col gap-4">
        <Copied name={text.address} value={connection.url} label={text.copyAddress} />
        {maySignIn && (
          <Choice
            label={text.by}
            value={by}
            options={[
              { value: "key", label: text.key, text: text.keyText },
              { value: "oauth", label: text.oauth, text: text.oauthText },
            ]}
            onChange={setBy}
          />
        )}
        <SelectField
          label={text.client}
          value={client}
          options={clients.map((value) => ({
            value,
            text: configurationOf(value, { ...connection, isSignedIn }).product,
          }))}
          onChange={setClient}
        />
        <Copied name={file === undefined ? text.terminal : text.into(file)} value={configuration} label={text.copy} />
      </div>
    </Panel>
  );
}

function Copied({ name, value, label }: { readonly name: string; readonly value: string; readonly label: string }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-muted text-sm">{name}</p>
      <div className="flex flex-wrap items-start gap-2 rounded-md border border-line bg-page p-2 pl-3">
        <code className="min-w-0 flex-1 basis-60 whitespace-pre-wrap break-all font-mono text-sm">{value}</code>
        <CopyButton text={value} label={label} />
      </div>
    </div>
  );
}
