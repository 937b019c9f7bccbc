import { CircleCheck, CircleX } from "lucide-react";
import { createDataKeyMessages } from "../../../messages/english/keys/create-data-key.ts";
import type { FileVerdict } from "../file-verdicts.ts";

/** FileMaker Server's answer about an account for each file. */
export function VerdictList({ verdicts }: { readonly verdicts: readonly FileVerdict[] }) {
  return (
    <ul className="flex flex-col gap-1 rounded-md bg-page p-3 text-sm">
      {verdicts.map(({ file, refusal }) => (
        <li key={file} className="flex items-start gap-2">
          {refusal === undefined ? (
            <CircleCheck aria-hidden size={16} className="mt-px shrink-0 text-good" />
          ) : (
            <CircleX aria-hidden size={16} className="mt-px shrink-0 text-bad" />
          )}
          <span>
            <span className="font-medium">{file}</span>: {refusal ?? createDataKeyMessages.ok}
          </span>
        </li>
      ))}
    </ul>
  );
}
