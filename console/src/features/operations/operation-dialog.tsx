import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { Database } from "../../../../shared/files/contract.ts";
import { queryClient } from "../../api/query.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { useServerName } from "../../ui/server-name.tsx";
import { operationWords } from "../../words/operations.ts";
import { words } from "../../words/words.ts";
import { OperationFields } from "./operation-fields.tsx";
import { firstValues, lackingIn } from "./operation-values.ts";
import { type OperationName, operationNamed } from "./operations.ts";
import { startOperation } from "./start-operation.ts";

const text = operationWords.dialog;

/** Says who depends on the file, asks for what the operation needs, and leads to its run. */
export function OperationDialog({
  name,
  file,
  radius,
  onClose,
  onStarted,
}: {
  readonly name: Exclude<OperationName, "download">;
  readonly file: Database;
  /** Who will notice. */
  readonly radius: ReactNode;
  readonly onClose: () => void;
  readonly onStarted: (processId: number) => void;
}) {
  const { filename } = file;
  const safe = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLElement>(null);
  const { nickname, environmentTag } = useServerName();
  const [values, setValues] = useState(() => firstValues(name, filename));
  const [typed, setTyped] = useState("");
  const [isAsked, setAsked] = useState(false);
  const operation = operationNamed(name);
  const start = useMutation({
    mutationFn: () => startOperation(name, filename, values),
    onSuccess: ({ processId }) => {
      onStarted(processId);
      for (const read of ["GET /svc/api/databases", "GET /svc/api/processes", "GET /svc/api/trash"])
        void queryClient.invalidateQueries({ queryKey: [read] });
    },
  });
  const lacking = lackingIn(name, filename, values);
  const isDanger = operation?.danger === true;
  const isProduction = /^prod/i.test(environmentTag ?? "");
  const mayGoOn = !isProduction || typed.trim().toLowerCase() === filename.toLowerCase();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (lacking.size === 0 && mayGoOn) start.mutate();
  };
  return (
    <Dialog
      open
      danger={isDanger || isProduction}
      onClose={onClose}
      title={text.title[name](filename)}
      text={
        name === "noAdmin" ? text.forGood(nickname) : name === "delete" ? text.trashText(nickname) : text.text(nickname)
      }
      initialFocus={isDanger ? safe : first}
      actions={
        <>
          <Button ref={safe} onClick={onClose}>
            {words.dialog.cancel}
          </Button>
          <Button
            type="submit"
            form="file-operation"
            look={isDanger ? "danger" : "primary"}
            busy={start.isPending}
            disabled={!mayGoOn}
          >
            {operationWords.names[name]}
          </Button>
        </>
      }
    >
      <form
        ref={(form) => {
          first.current = form?.querySelector("input") ?? null;
        }}
        id="file-operation"
        noValidate
        autoComplete="off"
        className="flex flex-col gap-4"
        onSubmit={submit}
      >
        {radius}
        <OperationFields
          name={name}
          parts={operation?.parts ?? []}
          isEncrypted={file.isEncrypted}
          values={values}
          lacking={isAsked ? lacking : new Set()}
          onChange={(change) => setValues((before) => ({ ...before, ...change }))}
        />
        {isProduction && (
          <TextField
            label={text.typeName(filename)}
            hint={text.typeHint(environmentTag ?? "")}
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        {start.error && <Refusal error={start.error} />}
      </form>
    </Dialog>
  );
}
