import { Refusal } from "../../../ui/feedback/refusal.tsx";
import { VerdictList } from "../accounts/verdict-list.tsx";
import { fileVerdictsOf } from "../file-verdicts.ts";

/** Why a key was not stored: file by file where the service has tried them all. */
export function DataKeyRefusal({ error }: { readonly error: Error }) {
  const verdicts = fileVerdictsOf(error);
  if (verdicts === undefined) return <Refusal error={error} />;
  return (
    <>
      <VerdictList verdicts={verdicts} />
      <Refusal error={error} brief />
    </>
  );
}
