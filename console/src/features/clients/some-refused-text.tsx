import { Refusal } from "../../ui/feedback/refusal.tsx";
import { SomeRefused } from "./ask-clients.ts";

/** Why some could not be asked. */
export function SomeRefusedText({ error }: { readonly error: Error }) {
  if (!(error instanceof SomeRefused)) return <Refusal error={error} />;
  return (
    <div className="flex flex-col gap-1.5">
      {error.count && <p className="text-bad text-sm">{error.count}</p>}
      <Refusal error={error.first} />
    </div>
  );
}
