import type { ErrorMeaning } from "../../ui/feedback/error-meanings.ts";

/** One line of the palette. */
export interface Found {
  readonly id: string;
  readonly group: string;
  readonly text: string;
  /** What it is found by as well. */
  readonly also?: string;
  readonly open?: () => void;
  /** A number of an error, which needs no other page: its meaning takes the palette's place. */
  readonly explains?: ErrorMeaning;
}
