import { lazy } from "react";
import { loadPart } from "../api/page-parts.ts";

/** A component that is loaded when it is wanted. Whoever waits for it sees no error: the page is mended around them. */
export const lazyPart: typeof lazy = (load) => lazy(() => loadPart(load));
