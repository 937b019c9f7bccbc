import type { ErrorComponentProps } from "@tanstack/react-router";
import { messages } from "../../messages/messages.ts";
import { Failed } from "../../ui/feedback/states.tsx";
import { Framed } from "../../ui/layout/framed.tsx";
import { Page } from "../../ui/layout/page.tsx";

/** Shown instead of a page that failed: the frame and all other pages still work. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  return (
    <Page title={messages.broken.title} text={messages.broken.text}>
      <Framed>
        <Failed error={error} onRetry={reset} />
      </Framed>
    </Page>
  );
}
