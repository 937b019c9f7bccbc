import type { ErrorComponentProps } from "@tanstack/react-router";
import { messages } from "../../messages/messages.ts";
import { Failed } from "../../ui/feedback/states.tsx";
import { Framed } from "../../ui/layout/framed.tsx";
import { Page } from "../../ui/layout/page.tsx";

/** Stands in the place of a page that broke: the frame around it, and every other page, go on. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  return (
    <Page title={messages.broken.title} text={messages.broken.text}>
      <Framed>
        <Failed error={error} onRetry={reset} />
      </Framed>
    </Page>
  );
}
