import { useState } from "react";
import { NewBuildFields } from "../../../features/builds/build-fields.tsx";
import { JsonField, readJson } from "../../../features/deployments/form/json-field.tsx";
import type { ActionFields } from "../../../features/schedules/schedule-dialog.tsx";
import { deploymentFormMessages } from "../../../messages/deployment-form.ts";
import { Choice } from "../../../ui/fields/choice.tsx";

const text = deploymentFormMessages.scheduled;

/** What a new schedule does: a build by its fields, or a deployment by its JSON. */
export function ScheduledAction({ isSent, onAction }: Parameters<ActionFields>[0]) {
  const [kind, setKind] = useState<"build" | "deployment">("build");
  const [json, setJson] = useState("");
  const choose = (next: typeof kind) => {
    setKind(next);
    onAction(next === "deployment" ? actionOf(json) : undefined);
  };
  return (
    <>
      <Choice
        label={text.kind}
        value={kind}
        options={[
          { value: "build", ...text.build },
          { value: "deployment", ...text.deployment },
        ]}
        onChange={choose}
      />
      {kind === "build" ? (
        <NewBuildFields isSent={isSent} onBuild={(input) => onAction(input && { kind: "build", input })} />
      ) : (
        <JsonField
          value={json}
          isNeeded={isSent}
          onChange={(next) => {
            setJson(next);
            onAction(actionOf(next));
          }}
        />
      )}
    </>
  );
}

function actionOf(json: string) {
  const read = readJson(json);
  return "request" in read ? ({ kind: "deployment", input: read.request } as const) : undefined;
}
