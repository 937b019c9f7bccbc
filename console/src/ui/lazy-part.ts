import { type ComponentType, createElement, type ReactNode, useEffect, useState } from "react";
import { loadPart } from "../api/page-parts.ts";

/**
 * Returns a component that loads when it is first shown; its `fallback` is shown until then. Load errors aren't shown, because the page
 * recovers automatically. The component doesn't suspend: React would show it no earlier than 300 ms after the fallback.
 */
export function lazyPart<P extends object>(load: Load<P>) {
  const part: Part<P> = { load, loaded: undefined };
  return ({ fallback, ...props }: P & { readonly fallback?: ReactNode }): ReactNode =>
    createElement(LazyPart<P>, { part, fallback, props: props as unknown as P });
}

type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>;

interface Part<P> {
  readonly load: Load<P>;
  /** Kept, so that the component appears immediately the next time. */
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
