import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Database } from "#shared/files/contract.ts";
import { call } from "../../api/client.ts";
import { queryClient } from "../../api/query.ts";
import { useDependents } from "../../dependents/use-dependents.tsx";
import { operationMessages } from "../../messages/english/operations.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { useTypedName } from "../../ui/dialogs/typed-name.tsx";
import { useServerName } from "../../ui/values/server-name.tsx";
import { operationCall } from "./operation-call.ts";
import { OperationFields } from "./operation-fields.tsx";
import { firstValues, missingIn } from "./operation-values.ts";
import { type OperationName, operationNamed } from "./operations.ts";

const text = operationMessages.dialog;

/** Names who depends on the file, asks for the operation's input, and links to its run. */
export function OperationDialog({
  name,
  file,
  onClose,
  onStarted,
}: {
  readonly name: Exclude<OperationName, "download">;
  readonly file: Database;
  readonly onClose: () => void;
  readonly onStarted: (processId: number) => void;
}) {
  const { filename } = file;
  const { nickname } = useServerName();
  const [values, setValues] = useState(() => firstValues(name, filename));
  const [isAsked, setAsked] = useState(false);
  const operation = operationNamed(name);
  // What refers to the old name of a renamed file stops like that of a deleted one. A file that isn't closed isn't listed.
  const affected = useDependents(
    name === "delete" || name === "rename" ? "delete" : "close",
    operation?.parts.includes("closing") ? [{ kind: "file", id: filename }] : [],
  );
  const typed = useTypedName(filename, name === "delete" ? affected.typedReason : undefined);
  const asked = () => operationCall(name, filename, values);
  const start = useMutation({
    mutationFn: () => {
      const { address, input } = asked();
      return call(address, input);
    },
    onSuccess: ({ processId }) => {
      onStarted(processId);
      for (const read of ["GET /svc/api/databases", "GET /svc/api/processes", "GET /svc/api/trash"])
        void queryClient.invalidateQueries({ queryKey: [read] });
    },
  });
  const missing = missingIn(name, filename, values);
  const isDanger = operation?.danger === true;
  const submit = () => {
    setAsked(true);
    if (missing.size === 0) start.mutate();
  };
  return (
    <FormDialog
      needs="POST /svc/api/fm-file/rename"
      title={text.title[name](filename)}
      text={
        name === "noAdmin" ? text.forGood(nickname) : name === "delete" ? text.trashText(nickname) : text.text(nickname)
      }
      submit={operationMessages.names[name]}
      look={isDanger ? "danger" : "primary"}
      danger={isDanger || typed.field !== null}
      focus={isDanger ? "cancel" : "field"}
      canSubmit={affected.canSubmit && typed.canSubmit}
      isBusy={start.isPending}
      error={start.error}
      curl={asked}
      onClose={onClose}
      onSubmit={submit}
    >
      {affected.list}
      <OperationFields
        name={name}
        parts={operation?.parts ?? []}
        isEncrypted={file.isEncrypted}
        values={values}
        missing={isAsked ? missing : new Set()}
        onChange={(change) => setValues((before) => ({ ...before, ...change }))}
      />
      {typed.field}
    </FormDialog>
  );
}
