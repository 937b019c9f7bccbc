import { Refusal } from "../../../ui/feedback/refusal.tsx";
import { VerdictList } from "../accounts/verdict-list.tsx";
import { fileVerdictsOf } from "../file-verdicts.ts";

/** Reason why a key wasn't stored; for each file if the service has tested all of them. */
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
