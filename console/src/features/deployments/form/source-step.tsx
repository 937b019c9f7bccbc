import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { reading } from "../../../api/query.ts";
import { deploymentFormMessages } from "../../../messages/deployment-form.ts";
import { Choice } from "../../../ui/fields/choice.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { sourceKinds } from "./draft.ts";
import type { StepProps } from "./step.ts";

const text = deploymentFormMessages.source;

/** Where the files come from, and what the deployment is called. */
export function SourceStep({ draft, isSent, set }: StepProps) {
  const builds = useId();
  const inbox = useQuery({
    ...reading("GET /svc/api/build/list", { inboxOrOutbox: "inbox" }),
    enabled: draft.sourceKind === "build_inbox",
  });
  const isRemote = draft.sourceKind === "service" || draft.sourceKind === "servicejit";
  const need = (isMissing: boolean) => (isSent && isMissing ? text.needed : undefined);
  return (
    <>
      <TextField
        label={text.label}
        hint={text.labelHint}
        maxLength={200}
        value={draft.label}
        onChange={({ target }) => set({ label: target.value })}
      />
      <Choice
        label={text.kind}
        value={draft.sourceKind}
        options={sourceKinds.map((value) => ({ value, ...text.kinds[value] }))}
        onChange={(sourceKind) => set({ sourceKind })}
      />
      {isRemote && (
        <>
          <TextField
            label={text.serverUrl}
            hint={text.serverUrlHint}
            type="url"
            spellCheck={false}
            error={need(!URL.canParse(draft.serverUrl))}
            value={draft.serverUrl}
            onChange={({ target }) => set({ serverUrl: target.value })}
          />
          <TextField
            label={text.apiKey}
            hint={text.apiKeyHint}
            type="password"
            autoComplete="off"
            error={need(draft.apiKey === "")}
            value={draft.apiKey}
            onChange={({ target }) => set({ apiKey: target.value })}
          />
        </>
      )}
      {(draft.sourceKind === "service" || draft.sourceKind === "build_inbox") && (
        <>
          <TextField
            label={text.buildId}
            list={builds}
            spellCheck={false}
            error={need(draft.buildId.trim() === "")}
            value={draft.buildId}
            onChange={({ target }) => set({ buildId: target.value })}
          />
          <datalist id={builds}>
            {inbox.data?.manifests.map(({ buildId }) => (
              <option key={buildId} value={buildId} />
            ))}
          </datalist>
        </>
      )}
    </>
  );
}
