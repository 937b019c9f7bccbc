import { messages } from "../../messages/messages.ts";

/** The label that keeps users from taking a demo for their server. */
export function DemoMark() {
  return (
    <span className="shrink-0 rounded bg-warn-surface px-1.5 py-0.5 font-semibold text-warn text-xs">
      {messages.frame.demo}
    </span>
  );
}
