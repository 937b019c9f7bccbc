import { Refused } from "../../api/refused.ts";
import { Failed } from "./states.tsx";

/** Fields of a query that its failure needs. */
export interface Read {
  readonly data: unknown;
  readonly error: Error | null;
  readonly dataUpdatedAt: number;
  readonly refetch: () => Promise<unknown>;
}

/**
 * Failure of a panel's reads, if any. Previous data stays visible, and its time is shown. Empty if the page reports the failure for all
 * panels: the service doesn't answer, or no one is signed in.
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
