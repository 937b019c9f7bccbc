import { lazyPart } from "../lazy-part.ts";
import { numberClasses } from "./number-classes.ts";

const ErrorCard = lazyPart(() => import("./error-card.tsx"));

/** Error number of FileMaker or Latchkey. The catalog loads with the first number. */
export function ErrorNumber({ number }: { readonly number: number }) {
  return <ErrorCard number={number} fallback={<span className={numberClasses}>{number}</span>} />;
}
