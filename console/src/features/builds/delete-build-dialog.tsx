import { useMutation } from "@tanstack/react-query";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { useDependents } from "../../dependents/use-dependents.tsx";
import { buildMessages as text } from "../../messages/english/builds.ts";
import { DeletionDialog } from "../../ui/dialogs/deletion-dialog.tsx";

const address = "DELETE /svc/api/build/db/{buildId}";

/** Asks for confirmation before a build is deleted. */
export function DeleteBuildDialog({
  build: { id: buildId, build_id: name },
  onClose,
}: {
  readonly build: { readonly id: number; readonly build_id: string };
  readonly onClose: () => void;
}) {
  const remove = useMutation(changing(address, ["GET /svc/api/build/db/list", "GET /svc/api/audit"]));
  const input = { buildId };
  const affected = useDependents("delete", [{ kind: "build", id: name }]);
  return <DeletionDialog {...{ name, text, remove, input, affected, onClose }} curl={() => pageCall(address, input)} />;
}
