import { lazy } from "react";
import { loadPart } from "../api/page-parts.ts";

/** A component that is loaded when it is needed. A user who waits for it sees no error: the page recovers by itself. */
export const lazyPart: typeof lazy = (load) => lazy(() => loadPart(load));
