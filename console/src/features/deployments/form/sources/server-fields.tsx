import { deploymentFormMessages } from "../../../../messages/english/deployment-form.ts";
import { TextField } from "../../../../ui/fields/field.tsx";
import { SelectField } from "../../../../ui/fields/select-field.tsx";
import { Switch } from "../../../../ui/fields/switch.tsx";
import { type Auth, isAddress, newAuth, type Source } from "./sources.ts";

const text = deploymentFormMessages.source;
const kinds = ["apiKey", "userpass", "token"] as const;

/** Address and credentials of another server. */
export function ServerFields({
  source,
  isSent,
  onChange,
}: {
  readonly source: Extract<Source, { readonly serverUrl: string }>;
  readonly isSent: boolean;
  readonly onChange: (source: Source) => void;
}) {
  const { serverUrl, auth } = source;
  const set = (next: Auth) => onChange({ ...source, auth: next });
  const need = (value: string) => (isSent && value === "" ? text.needed : undefined);
  return (
    <>
      <TextField
        label={text.serverUrl}
        hint={text.serverUrlHint}
        type="url"
        spellCheck={false}
        error={isSent && !isAddress(serverUrl) ? text.needed : undefined}
        value={serverUrl}
        onChange={({ target }) => onChange({ ...source, serverUrl: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={text.auth}
          value={auth.type}
          options={kinds.map((value) => ({ value, text: text.auths[value] }))}
          onChange={(type) => set(newAuth(type))}
        />
        {auth.type === "apiKey" && (
          <TextField
            label={text.apiKey}
            hint={text.apiKeyHint}
            type="password"
            autoComplete="off"
            error={need(auth.apiKey)}
            value={auth.apiKey}
            onChange={({ target }) => set({ ...auth, apiKey: target.value })}
          />
        )}
        {auth.type === "token" && (
          <TextField
            label={text.token}
            type="password"
            autoComplete="off"
            error={need(auth.token)}
            value={auth.token}
            onChange={({ target }) => set({ ...auth, token: target.value })}
          />
        )}
        {auth.type === "userpass" && (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={text.user}
              error={need(auth.user)}
              value={auth.user}
              onChange={({ target }) => set({ ...auth, user: target.value })}
            />
            <TextField
              label={text.password}
              type="password"
              autoComplete="off"
              value={auth.password}
              onChange={({ target }) => set({ ...auth, password: target.value })}
            />
          </div>
        )}
      </div>
      <Switch
        label={text.push}
        text={text.pushText}
        checked={source.pushBuild ?? false}
        onChange={(pushBuild) => onChange({ ...source, pushBuild })}
      />
    </>
  );
}
