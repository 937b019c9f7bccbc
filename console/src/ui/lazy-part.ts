import { type ComponentType, createElement, type ReactNode, useEffect, useState } from "react";
import { loadPart } from "../api/page-parts.ts";

/**
 * A component that is loaded when it is first shown; until then its `fallback` is. A user who waits for it sees no error: the page
 * recovers by itself. It does not suspend: React would show it no earlier than 300 ms after the fallback, however soon it is there.
 */
export function lazyPart<P extends object>(load: Load<P>) {
  const part: Part<P> = { load, loaded: undefined };
  return ({ fallback, ...props }: P & { readonly fallback?: ReactNode }): ReactNode =>
    createElement(LazyPart<P>, { part, fallback, props: props as unknown as P });
}

type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>;

interface Part<P> {
  readonly load: Load<P>;
  /** Kept, so that it is there at once when it is shown again. */
  loaded: ComponentType<P> | undefined;
}

interface LazyPartProps<P> {
  readonly part: Part<P>;
  readonly fallback: ReactNode;
  readonly props: P;
}

function LazyPart<P extends object>({ part, fallback, props }: LazyPartProps<P>): ReactNode {
  const [loaded, setLoaded] = useState(() => part.loaded);
  useEffect(() => {
    if (part.loaded !== undefined) return;
    void loadPart(part.load).then((module) => {
      part.loaded = module.default;
      setLoaded(() => module.default);
    });
  }, [part]);
  return loaded === undefined ? fallback : createElement(loaded, props);
}
