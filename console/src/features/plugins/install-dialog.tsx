import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { PluginEngine } from "#shared/server/plugins/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { pluginMessages as text } from "../../messages/english/installation/plugins.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { Switch } from "../../ui/fields/switch.tsx";

const address = "POST /svc/api/plugins";

/** Installs a plug-in that is on the host into some of the engines. */
export function InstallDialog({
  engines,
  onInstalled,
  onClose,
}: {
  readonly engines: readonly PluginEngine[];
  readonly onInstalled: (output: { readonly restart: readonly PluginEngine[] }) => void;
  readonly onClose: () => void;
}) {
  const [path, setPath] = useState("documents/");
  const [chosen, setChosen] = useState<readonly PluginEngine[]>(["fmse"]);
  const [replace, setReplace] = useState(false);
  const install = useMutation(changing(address, ["GET /svc/api/plugins", "GET /svc/api/files"]));
  const input = { path: path.trim(), engines: [...chosen], replace };
  const toggle = (engine: PluginEngine) => (isOn: boolean) =>
    setChosen(engines.filter((each) => (each === engine ? isOn : chosen.includes(each))));
  return (
    <FormDialog
      title={text.installTitle}
      text={text.installText}
      submit={text.installSubmit}
      needs={address}
      canSubmit={chosen.length > 0 && !input.path.endsWith("/")}
      isBusy={install.isPending}
      error={install.error}
      curl={() => pageCall(address, input)}
      onClose={onClose}
      onSubmit={() =>
        install.mutate(input, {
          onSuccess(output) {
            announce(text.installed(output.file));
            onInstalled(output);
            onClose();
          },
        })
      }
    >
      <TextField
        label={text.path}
        hint={text.pathHint}
        value={path}
        maxLength={4000}
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => setPath(target.value)}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 font-medium text-sm">{text.into}</legend>
        {engines.map((engine) => (
          <Switch
            key={engine}
            label={text.engines[engine]}
            checked={chosen.includes(engine)}
            onChange={toggle(engine)}
          />
        ))}
      </fieldset>
      <Switch label={text.replace} checked={replace} onChange={setReplace} />
    </FormDialog>
  );
}
