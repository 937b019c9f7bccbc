import { Refused } from "../../api/refused.ts";
import { Failed } from "./states.tsx";

/** A read, as much as its failure needs of it. */
export interface Read {
  readonly data: unknown;
  readonly error: Error | null;
  readonly dataUpdatedAt: number;
  readonly refetch: () => Promise<unknown>;
}

/**
 * What is wrong with what a panel reads, if anything is. What was read before stays visible, and this says from when it is.
 * Nothing where the page says it once for all panels: that the service does not answer, or that nobody is signed in.
 */
export function ReadFailure({ reads }: { readonly reads: readonly [Read, ...Read[]] }) {
  const error = reads.find((read) => read.error !== null)?.error;
  if (!error) return null;
  const isKnown = reads.every(({ data }) => data !== undefined);
  if (isKnown && error instanceof Refused && (error.isUnreachable || error.isSignedOut)) return null;
  const from = Math.min(...reads.map(({ dataUpdatedAt }) => dataUpdatedAt));
  return (
    <Failed
      error={error}
      {...(isKnown && { from })}
      onRetry={() => void Promise.all(reads.filter((read) => read.error !== null).map((read) => read.refetch()))}
    />
  );
}
