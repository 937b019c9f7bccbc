import { messages } from "../../messages/messages.ts";
import type { ErrorMeaning } from "./error-meanings.ts";

/** Why a number usually comes, and what to do about it. */
export function ErrorAdvice({ meaning: { cause, remedy } }: { readonly meaning: ErrorMeaning }) {
  return (
    <dl className="flex flex-col gap-2">
      <div>
        <dt className="text-muted">{messages.errors.cause}</dt>
        <dd>{cause}</dd>
      </div>
      <div>
        <dt className="text-muted">{messages.errors.remedy}</dt>
        <dd>{remedy}</dd>
      </div>
    </dl>
  );
}
