import { messages } from "../../messages/messages.ts";

/** Empty frame, shown until it is known who is signed in. */
export function FrameOutline() {
  return (
    <div className="appear-late flex min-h-dvh">
      <span role="status" className="sr-only">
        {messages.states.loading}
      </span>
      <div aria-hidden className="hidden h-dvh w-56 shrink-0 border-fill-edge border-r bg-fill drawer:block" />
      <div aria-hidden className="min-w-0 flex-1">
        <div className="h-14 border-line border-b bg-panel" />
        <div className="flex flex-col gap-3 p-4 sm:p-6">
          <div className="h-7 w-48 animate-pulse rounded bg-selection" />
          <div className="h-40 animate-pulse rounded-lg bg-selection" />
        </div>
      </div>
    </div>
  );
}
