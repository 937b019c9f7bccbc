import type * as z from "zod";
import type { Call } from "./call.ts";
import type { Operations } from "./operation.ts";

/** An answer of our own that is sent as it comes. */
export interface Delivery {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Left out where there is none, as for HEAD. */
  readonly body?: AsyncIterable<Uint8Array>;
  /** What was changed, as the audit trail names it, where that is known only now. */
  readonly objects?: readonly string[];
}

/** What a delivering use-case knows of the call it serves. */
export interface DeliveryCall extends Call {
  /** A header's value, its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** Aborts when nobody takes the answer any more. */
  readonly gone: AbortSignal;
  /** The bytes of a call whose operation takes some. A body that breaks off throws. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** What has to be offered for a contract of streams. */
export type DeliveriesOf<R extends Operations> = {
  readonly [Name in keyof R]: (input: z.output<R[Name]["input"]>, call: DeliveryCall) => Promise<Delivery>;
};
