import type { ErrorComponentProps } from "@tanstack/react-router";
import { Framed } from "../ui/framed.tsx";
import { Page } from "../ui/page.tsx";
import { Failed } from "../ui/states.tsx";
import { words } from "../words/words.ts";

/** Stands in the place of a page that broke: the frame around it, and every other page, go on. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  return (
    <Page title={words.broken.title} text={words.broken.text}>
      <Framed>
        <Failed error={error} onRetry={reset} />
      </Framed>
    </Page>
  );
}
