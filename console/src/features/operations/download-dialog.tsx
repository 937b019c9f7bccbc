import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import type { Database } from "#shared/files/contract.ts";
import { call } from "../../api/client.ts";
import { pageCall } from "../../api/curl.ts";
import type { InputOf } from "../../api/operations.ts";
import { operationMessages } from "../../messages/english/operations.ts";
import { messages } from "../../messages/messages.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { Choice } from "../../ui/fields/choice.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { useServerName } from "../../ui/values/server-name.tsx";
import { DownloadMaking } from "./download-making.tsx";

const text = operationMessages.download;
const address = "POST /svc/api/fm-file/download";
const kinds = ["copy", "clone", "xml"] as const;

/** Creates a download and starts it as soon as it is ready. Its token is a secret that exists only in this dialog. */
export function DownloadDialog({
  file,
  toRun,
  onClose,
}: {
  readonly file: Database;
  readonly toRun: (processId: number) => ReactNode;
  readonly onClose: () => void;
}) {
  const { filename, isEncrypted, state } = file;
  const done = useRef<HTMLButtonElement>(null);
  const { nickname } = useServerName();
  const title = operationMessages.dialog.title.download(filename);
  const where = operationMessages.dialog.noClose(nickname);
  const [kind, setKind] = useState<(typeof kinds)[number]>("copy");
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [encryptionKey, setEncryptionKey] = useState("");
  // XML, and the clone of a closed file, require a tool to open the file.
  const needsAccount = kind === "xml" || (kind === "clone" && state === "closed");
  const asked = (): InputOf<typeof address> => {
    const account = {
      ...(username.trim() !== "" && { username: username.trim() }),
      ...(password !== "" && { password }),
      ...(encryptionKey !== "" && { encryptionKey }),
    };
    return { files: needsAccount ? [{ file: filename, ...account }] : [filename], type: kind, expiry: "1h" };
  };
  const make = useMutation({ mutationFn: () => call(address, asked()) });
  if (make.data) {
    const { processId, fileName, downloadToken } = make.data;
    return (
      <Dialog
        open
        onClose={onClose}
        title={title}
        text={where}
        initialFocus={done}
        actions={
          <>
            {toRun(processId)}
            <Button ref={done} look="primary" onClick={onClose}>
              {messages.dialog.close}
            </Button>
          </>
        }
      >
        <DownloadMaking processId={processId} fileName={fileName} token={downloadToken} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      needs={address}
      title={title}
      text={where}
      submit={operationMessages.names.download}
      isBusy={make.isPending}
      error={make.error}
      curl={() => pageCall(address, asked())}
      onClose={onClose}
      onSubmit={() => make.mutate()}
    >
      <Choice
        label={text.kind}
        value={kind}
        onChange={setKind}
        options={kinds.map((value) => ({ value, label: text.kinds[value], text: text.kindTexts[value] }))}
      />
      {needsAccount && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={operationMessages.dialog.account}
              hint={operationMessages.dialog.accountHint}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={username}
              onChange={(event) => setUsername(event.target.value)}
            />
            <TextField
              label={operationMessages.dialog.password}
              hint={operationMessages.dialog.passwordHint}
              type="password"
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </div>
          {isEncrypted && (
            <TextField
              label={operationMessages.dialog.encryptionKey}
              type="password"
              autoComplete="new-password"
              value={encryptionKey}
              onChange={(event) => setEncryptionKey(event.target.value)}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
