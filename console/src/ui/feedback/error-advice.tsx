import { errorNumberMessages } from "../../messages/english/installation/error-numbers.ts";
import type { ErrorMeaning } from "./error-meanings.ts";

/** Usual cause of an error number, and its remedy. */
export function ErrorAdvice({ meaning: { cause, remedy } }: { readonly meaning: ErrorMeaning }) {
  return (
    <dl className="flex flex-col gap-2">
      <div>
        <dt className="text-muted">{errorNumberMessages.cause}</dt>
        <dd>{cause}</dd>
      </div>
      <div>
        <dt className="text-muted">{errorNumberMessages.remedy}</dt>
        <dd>{remedy}</dd>
      </div>
    </dl>
  );
}
