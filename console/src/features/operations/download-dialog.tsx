import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Database } from "../../../../shared/files/contract.ts";
import { call } from "../../api/client.ts";
import { configuration } from "../../api/configuration.ts";
import { reading } from "../../api/query.ts";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { useServerName } from "../../ui/server-name.tsx";
import { operationWords } from "../../words/operations.ts";
import { words } from "../../words/words.ts";

const text = operationWords.download;
const kinds = ["copy", "clone", "xml"] as const;
const refreshMs = 1_000;

/** Makes a download and begins it as soon as it is there. Its token is a secret: it is nowhere but in this dialog. */
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
  const first = useRef<HTMLElement>(null);
  const { nickname } = useServerName();
  const [kind, setKind] = useState<(typeof kinds)[number]>("copy");
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [encryptionKey, setEncryptionKey] = useState("");
  // A tool has to open it: for XML, and for the clone of a closed file.
  const needsAccount = kind === "xml" || (kind === "clone" && state === "closed");
  const make = useMutation({
    mutationFn: () => {
      const account = {
        ...(username.trim() !== "" && { username: username.trim() }),
        ...(password !== "" && { password }),
        ...(encryptionKey !== "" && { encryptionKey }),
      };
      return call("POST /svc/api/fm-file/download", {
        files: needsAccount ? [{ file: filename, ...account }] : [filename],
        type: kind,
        expiry: "1h",
      });
    },
  });
  const made = make.data;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      initialFocus={first}
      title={operationWords.dialog.title.download(filename)}
      text={operationWords.dialog.noClose(nickname)}
      actions={
        made ? (
          <>
            {toRun(made.processId)}
            <Button look="primary" onClick={onClose}>
              {words.dialog.close}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{words.dialog.cancel}</Button>
            <Button type="submit" form="file-download" look="primary" busy={make.isPending}>
              {operationWords.names.download}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <Making processId={made.processId} fileName={made.fileName} token={made.downloadToken} />
      ) : (
        <form
          ref={(form) => {
            first.current = form?.querySelector("input") ?? null;
          }}
          id="file-download"
          noValidate
          autoComplete="off"
          className="flex flex-col gap-4"
          onSubmit={submit}
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
                  label={operationWords.dialog.account}
                  hint={operationWords.dialog.accountHint}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  value={username}
                  onChange={(event) => setUsername(event.target.value)}
                />
                <TextField
                  label={operationWords.dialog.password}
                  hint={operationWords.dialog.passwordHint}
                  type="password"
                  autoComplete="new-password"
                  value={password}
                  onChange={(event) => setPassword(event.target.value)}
                />
              </div>
              {isEncrypted && (
                <TextField
                  label={operationWords.dialog.encryptionKey}
                  type="password"
                  autoComplete="new-password"
                  value={encryptionKey}
                  onChange={(event) => setEncryptionKey(event.target.value)}
                />
              )}
            </>
          )}
          {make.error && <Refusal error={make.error} />}
        </form>
      )}
    </Dialog>
  );
}

function Making({
  processId,
  fileName,
  token,
}: {
  readonly processId: number;
  readonly fileName: string;
  readonly token: string;
}) {
  const link = useRef<HTMLAnchorElement>(null);
  const run = useQuery({
    ...reading("GET /svc/api/processes/{id}", { id: processId }),
    refetchInterval: ({ state }) => (isOver(state.data?.process.state) ? false : refreshMs),
  });
  const process = run.data?.process;
  const isReady = process?.state === "done";
  useEffect(() => {
    if (isReady) link.current?.click();
  }, [isReady]);
  const address = `/${configuration().prefix}/api/fm-file/download?${new URLSearchParams({ token })}`;
  if (isOver(process?.state) && !isReady)
    return (
      <p role="alert" className="text-bad">
        {text.failed} {process?.reason}
      </p>
    );
  return (
    <div className="flex flex-col gap-3">
      <p role="status">{isReady ? text.ready : text.making}</p>
      {!isReady && <ProgressBar label={fileName} share={shareOf(process)} />}
      {!isReady && <p className="text-muted text-sm">{text.leave}</p>}
      <a
        ref={link}
        href={address}
        download={fileName}
        hidden={!isReady}
        className={isReady ? "inline-flex items-center gap-2 self-start font-medium underline underline-offset-2" : ""}
      >
        <Download aria-hidden size={15} />
        {text.again}
      </a>
    </div>
  );
}

function isOver(state: string | undefined): boolean {
  return state !== undefined && state !== "queued" && state !== "running";
}

function shareOf(process: { readonly done: number; readonly total: number | null } | undefined): number | undefined {
  return process?.total ? Math.min(1, process.done / process.total) : undefined;
}
