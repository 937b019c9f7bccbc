import { useMutation } from "@tanstack/react-query";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { buildMessages as text } from "../../messages/builds.ts";
import { DangerDialog } from "../../ui/dialogs/danger-dialog.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";

const address = "DELETE /svc/api/build/db/{buildId}";

/** Asks before a build goes. */
export function DeleteBuildDialog({
  build: { id: buildId, build_id: name },
  onClose,
}: {
  readonly build: { readonly id: number; readonly build_id: string };
  readonly onClose: () => void;
}) {
  const remove = useMutation(changing(address, ["GET /svc/api/build/db/list", "GET /svc/api/audit"]));
  return (
    <DangerDialog
      title={text.removeTitle(name)}
      text={text.removeText}
      submit={text.removeSubmit}
      isBusy={remove.isPending}
      error={remove.error}
      curl={() => pageCall(address, { buildId })}
      onClose={onClose}
      onSubmit={() =>
        remove.mutate(
          { buildId },
          {
            onSuccess: () => {
              announce(text.removed(name));
              onClose();
            },
          },
        )
      }
    />
  );
}
