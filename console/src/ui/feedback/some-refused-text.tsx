import { SomeRefused } from "../../api/ask-each.ts";
import { messages } from "../../messages/messages.ts";
import { Refusal } from "./refusal.tsx";

/** Number of failures among several calls, with the first reason. */
export function SomeRefusedText({ error }: { readonly error: Error }) {
  if (!(error instanceof SomeRefused)) return <Refusal error={error} />;
  return (
    <div className="flex flex-col gap-1.5">
      {error.asked > 1 && <p className="text-bad text-sm">{messages.table.partly(error.failed, error.asked)}</p>}
      <Refusal error={error.first} />
    </div>
  );
}
