import type { DateOrder } from "../../world/values/date-text.ts";

/** Context of a criterion. */
export interface CriterionContext {
  readonly dateOrder: DateOrder;
  /** The server's date in ISO format, for `//`. */
  readonly today: string;
}
