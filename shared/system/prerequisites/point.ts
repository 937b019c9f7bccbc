import type { Point } from "../contract.ts";

/** Points of one kind, about a file or about none. Whatever is not well says what to do about it. */
export function point(id: Point["id"], file: string | null = null) {
  const notOk =
    (state: Exclude<Point["state"], "ok">) =>
    (text: string, remedy: string): Point => ({ id, file, state, text, remedy });
  return {
    ok: (text: string): Point => ({ id, file, state: "ok", text, remedy: null }),
    warning: notOk("warning"),
    failed: notOk("failed"),
    unknown: notOk("unknown"),
  };
}
