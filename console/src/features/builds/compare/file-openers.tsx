import { type FormEvent, useState } from "react";
import type { InputOf, OutputOf } from "../../../api/operations.ts";
import { buildMessages } from "../../../messages/english/builds.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Sentence } from "../../../ui/feedback/sentence.tsx";
import { TextField } from "../../../ui/fields/field.tsx";

type File = OutputOf<"GET /svc/api/build/db/compare">["comparison"]["structure"]["files"][number];
type Openers = NonNullable<InputOf<"POST /svc/api/build/db/compare">["files"]>;
type Opener = Pick<Openers[number], "user" | "password" | "encryptionKey">;

const text = buildMessages.compare.structure;

/** Files that couldn't be read, with the reason and the accounts that can open them. */
export function FileOpeners({
  files,
  canBegin,
  isBusy,
  onBegin,
}: {
  readonly files: readonly File[];
  readonly canBegin: boolean;
  readonly isBusy: boolean;
  readonly onBegin: (openers: Openers) => void;
}) {
  const [openers, setOpeners] = useState<Readonly<Record<string, Opener>>>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onBegin(
      files.flatMap(({ fileName }) => {
        const given = Object.entries(openers[fileName] ?? {}).filter(([, value]) => value !== "");
        return given.length === 0 ? [] : [{ fileName, ...Object.fromEntries(given) }];
      }),
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {files.map(({ fileName, reason }) => {
        const opener = openers[fileName] ?? {};
        const set = (change: Opener) => setOpeners({ ...openers, [fileName]: { ...opener, ...change } });
        return (
          <fieldset key={fileName} className="min-w-0 rounded-md border border-line p-3">
            <legend className="px-1 font-medium text-sm">{text.unreadable(fileName)}</legend>
            <p className="wrap-anywhere mb-3 text-bad text-sm">
              <Sentence text={reason ?? ""} />
            </p>
            {canBegin && (
              <div className="grid gap-3 sm:grid-cols-3">
                <TextField
                  label={text.user}
                  value={opener.user ?? ""}
                  onChange={({ target }) => set({ user: target.value })}
                />
                <TextField
                  label={text.password}
                  type="password"
                  autoComplete="off"
                  value={opener.password ?? ""}
                  onChange={({ target }) => set({ password: target.value })}
                />
                <TextField
                  label={text.encryptionKey}
                  type="password"
                  autoComplete="off"
                  value={opener.encryptionKey ?? ""}
                  onChange={({ target }) => set({ encryptionKey: target.value })}
                />
              </div>
            )}
          </fieldset>
        );
      })}
      {canBegin && (
        <Button type="submit" busy={isBusy} className="self-start">
          {text.again}
        </Button>
      )}
    </form>
  );
}
