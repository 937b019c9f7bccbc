import { messages } from "../../messages/messages.ts";

/** Label that distinguishes a demo from the user's server. */
export function DemoMark() {
  return (
    <span className="shrink-0 rounded bg-warn-surface px-1.5 py-0.5 font-semibold text-warn text-xs">
      {messages.frame.demo}
    </span>
  );
}
