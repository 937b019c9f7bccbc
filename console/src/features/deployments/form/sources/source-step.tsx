import { deploymentFormMessages } from "../../../../messages/deployment-form.ts";
import { SelectField } from "../../../../ui/fields/select-field.tsx";
import type { Part } from "../request.ts";
import { SourceFields } from "./source-fields.tsx";
import { ofKind, sourceKindOf, sourceKinds } from "./sources.ts";

/** What each step of the form gets: the part that it describes. */
export interface StepProps {
  readonly part: Part;
  /** Whether going on was tried: then what is missing is named. */
  readonly isSent: boolean;
  readonly set: (change: Partial<Part>) => void;
}

const text = deploymentFormMessages.source;

/** Where the files of a part come from. */
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
