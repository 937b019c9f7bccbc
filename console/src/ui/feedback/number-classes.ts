/** Classes of an error number that can be explained. */
export const numberClasses =
  "rounded bg-panel px-1.5 py-0.5 font-mono text-text text-xs underline decoration-dotted underline-offset-2";
