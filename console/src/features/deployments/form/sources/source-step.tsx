import { deploymentFormMessages } from "../../../../messages/english/deployment-form.ts";
import { SelectField } from "../../../../ui/fields/select-field.tsx";
import type { Part } from "../request.ts";
import { SourceFields } from "./source-fields.tsx";
import { ofKind, sourceKindOf, sourceKinds } from "./sources.ts";

/** Props of each step of the form, with the part that it edits. */
export interface StepProps {
  readonly part: Part;
  /** True if the user tried to continue; missing fields are then marked. */
  readonly isSent: boolean;
  readonly set: (change: Partial<Part>) => void;
}

const text = deploymentFormMessages.source;

/** Source of a part's files. */
export function SourceStep({ part: { source }, isSent, set }: StepProps) {
  const kind = sourceKindOf(source);
  if (kind === undefined) return <p>{text.unknown(source.type)}</p>;
  return (
    <>
      <SelectField
        label={text.kind}
        hint={text.kinds[kind].text}
        value={kind}
        options={sourceKinds.map((value) => ({ value, text: text.kinds[value].label }))}
        onChange={(next) => set({ source: ofKind(source, next) })}
      />
      <SourceFields source={source} isSent={isSent} onChange={(next) => set({ source: next })} />
    </>
  );
}
