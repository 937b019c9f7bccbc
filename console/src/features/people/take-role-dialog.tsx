import { useMutation } from "@tanstack/react-query";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { useDependents } from "../../dependents/use-dependents.tsx";
import { peopleMessages as text } from "../../messages/english/installation/people.ts";
import { DeletionDialog } from "../../ui/dialogs/deletion-dialog.tsx";
import { stalePeople } from "./stale-people.ts";

const address = "DELETE /svc/api/people/{name}";

/** Asks for confirmation before a person loses their role, with the sessions that end and the keys that continue to work. */
export function TakeRoleDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const remove = useMutation(changing(address, stalePeople));
  const affected = useDependents("delete", [{ kind: "person", id: name }]);
  const input = { name };
  return <DeletionDialog {...{ name, text, remove, input, affected, onClose }} curl={() => pageCall(address, input)} />;
}
