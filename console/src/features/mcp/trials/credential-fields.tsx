import { useState } from "react";
import { type ChosenKey, isChosen, useKeysOfFile } from "../../../api/key-list.ts";
import { useMay } from "../../../api/role.ts";
import { mcpTrialMessages } from "../../../messages/english/mcp/trials.ts";
import { Choice } from "../../../ui/fields/choice.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";

const text = mcpTrialMessages.credential;

/** Account for the preview of a server. A password stays in the form. */
interface CredentialDraft {
  readonly by: "key" | "account";
  readonly chosenKey: ChosenKey;
  readonly user: string;
  readonly password: string;
}

/** Returns the draft and the credential in the service's format; undefined if the draft is incomplete. */
export function useCredential(filename: string) {
  const [draft, setDraft] = useState<CredentialDraft>({ by: "key", chosenKey: 0, user: "", password: "" });
  const keys = useKeysOfFile(filename, { by: "is_odata" });
  const mayChoose = useMay("administrator");
  const chosenKey = draft.chosenKey || (mayChoose ? (keys[0]?.id ?? 0) : 0);
  const { by, user, password } = draft;
  const byKey = isChosen(chosenKey) ? { key: chosenKey } : undefined;
  const byAccount = user === "" ? undefined : { user, password };
  return {
    draft: { ...draft, chosenKey },
    keys,
    mayChoose,
    set: (change: Partial<CredentialDraft>) => setDraft((known) => ({ ...known, ...change })),
    credential: by === "key" ? byKey : byAccount,
  };
}

/** Fields for a key with access to the file, or an account of the file. */
export function CredentialFields({
  given: { draft, keys, mayChoose, set, credential },
  isSent,
}: {
  readonly given: ReturnType<typeof useCredential>;
  readonly isSent: boolean;
}) {
  const error = isSent && credential === undefined ? text.need : undefined;
  return (
    <>
      <Choice
        label={text.title}
        value={draft.by}
        options={[
          { value: "key", label: text.key, text: text.keyText },
          { value: "account", label: text.account, text: text.accountText },
        ]}
        onChange={(by) => set({ by })}
      />
      {draft.by === "key" && !mayChoose && (
        <TextField
          label={text.keyField}
          hint={text.keyValueHint}
          error={error}
          type="password"
          autoComplete="off"
          value={draft.chosenKey === 0 ? "" : String(draft.chosenKey)}
          onChange={({ target }) => set({ chosenKey: target.value.trim() })}
        />
      )}
      {draft.by === "key" && mayChoose && (
        <SelectField
          label={text.keyField}
          error={error}
          value={String(draft.chosenKey)}
          options={[
            ...(keys.length === 0 ? [{ value: "0", text: text.noKey }] : []),
            ...keys.map(({ id, name }) => ({ value: String(id), text: name })),
          ]}
          onChange={(id) => set({ chosenKey: Number(id) })}
        />
      )}
      {draft.by === "account" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={text.user}
            error={error}
            maxLength={200}
            autoComplete="off"
            value={draft.user}
            onChange={({ target }) => set({ user: target.value })}
          />
          <TextField
            label={text.password}
            type="password"
            maxLength={500}
            autoComplete="off"
            value={draft.password}
            onChange={({ target }) => set({ password: target.value })}
          />
        </div>
      )}
    </>
  );
}
