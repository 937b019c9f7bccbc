import type { DateOrder } from "../../world/values/date-text.ts";

/** What a criterion is read with. */
export interface CriterionContext {
  readonly dateOrder: DateOrder;
  /** The server's date in ISO form, for `//`. */
  readonly today: string;
}
