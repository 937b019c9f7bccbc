import { CircleCheck, CircleX } from "lucide-react";
import { messages } from "../../../messages/messages.ts";
import { Refusal } from "../../../ui/feedback/refusal.tsx";
import { fileVerdictsOf } from "../file-verdicts.ts";

/** Why a key was not stored: file by file where the service has tried them all. */
export function DataKeyRefusal({ error }: { readonly error: Error }) {
  const verdicts = fileVerdictsOf(error);
  if (verdicts === undefined) return <Refusal error={error} />;
  return (
    <>
      <ul className="flex flex-col gap-1 rounded-md bg-page p-3 text-sm">
        {verdicts.map(({ file, refusal }) => (
          <li key={file} className="flex items-start gap-2">
            {refusal === undefined ? (
              <CircleCheck aria-hidden size={16} className="mt-px shrink-0 text-good" />
            ) : (
              <CircleX aria-hidden size={16} className="mt-px shrink-0 text-bad" />
            )}
            <span>
              <span className="font-medium">{file}</span>: {refusal ?? messages.keys.createData.ok}
            </span>
          </li>
        ))}
      </ul>
      <Refusal error={error} brief />
    </>
  );
}
