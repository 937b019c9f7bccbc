import { lazyPart } from "../lazy-part.ts";
import { numberClasses } from "./number-classes.ts";

const ErrorCard = lazyPart(() => import("./error-card.tsx"));

/** A number of FileMaker's or of ours. The catalogue behind it is loaded when the first number is shown. */
export function ErrorNumber({ number }: { readonly number: number }) {
  return <ErrorCard number={number} fallback={<span className={numberClasses}>{number}</span>} />;
}
