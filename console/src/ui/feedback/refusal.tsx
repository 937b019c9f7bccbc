import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { Refused } from "../../api/refused.ts";
import { ErrorNumber } from "./error-number.tsx";
import { reasonOf } from "./reason-of.ts";
import { Sentence } from "./sentence.tsx";

/** Reason of a failed form, at its bottom and scrolled into view. `brief` if the details are already shown above. */
export function Refusal({ error, brief = false }: { readonly error: Error; readonly brief?: boolean }) {
  const element = useRef<HTMLParagraphElement>(null);
  const refused = error instanceof Refused ? error : undefined;
  const sentence = reasonOf(error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new refusal is scrolled into view
  useEffect(() => {
    element.current?.scrollIntoView({ block: "nearest" });
  }, [error]);
  return (
    <p ref={element} role="alert" className="flex items-start gap-2 rounded-md bg-bad-surface p-3 text-bad text-sm">
      <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
      <span>
        <Sentence text={brief ? `${sentence.split(":", 1)[0]}.` : sentence} />{" "}
        {refused?.code !== undefined && <ErrorNumber number={refused.code} />}
      </span>
    </p>
  );
}
