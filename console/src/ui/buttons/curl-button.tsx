import { Terminal } from "lucide-react";
import { asCurl, type PageCall } from "../../api/curl.ts";
import { messages } from "../../messages/messages.ts";
import { classes } from "../classes.ts";
import { copyText } from "./copy-text.ts";
import { IconButton } from "./icon-button.tsx";

type Calls = readonly [PageCall, ...PageCall[]];

/** Copies what a page has read, or what a dialog would do, as commands for a terminal, with variables in the place of secrets. */
export function CurlButton({
  calls,
  className,
}: {
  /** A function where they are not known before the user asks. */
  readonly calls: Calls | (() => Calls);
  readonly className?: string;
}) {
  const commands = () => (typeof calls === "function" ? calls() : calls).map(asCurl);
  return (
    <IconButton
      icon={Terminal}
      label={messages.copy.curl}
      className={classes("border border-line bg-panel", className)}
      onClick={() => void copyText(commands().join("\n\n"))}
    />
  );
}
