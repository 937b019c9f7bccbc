import { useMutation } from "@tanstack/react-query";
import type { PluginEngine } from "#shared/server/plugins/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { pluginMessages as text } from "../../messages/english/installation/plugins.ts";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";

const address = "DELETE /svc/api/plugins/{file}";

/** Asks for confirmation before a plug-in is removed from all engines. */
export function RemoveDialog({
  file,
  onRemoved,
  onClose,
}: {
  readonly file: string;
  readonly onRemoved: (output: { readonly restart: readonly PluginEngine[] }) => void;
  readonly onClose: () => void;
}) {
  const remove = useMutation(changing(address, ["GET /svc/api/plugins", "GET /svc/api/files"]));
  return (
    <ConfirmDialog
      title={text.removeTitle(file)}
      text={text.removeText}
      submit={text.removeSubmit}
      typedName={file}
      change={remove}
      input={{ file }}
      done={() => text.removed(file)}
      curl={() => pageCall(address, { file })}
      onDone={onRemoved}
      onClose={onClose}
    />
  );
}
