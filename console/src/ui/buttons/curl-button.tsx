import { Terminal } from "lucide-react";
import { asCurl, type PageCall } from "../../api/curl.ts";
import { messages } from "../../messages/messages.ts";
import { classes } from "../classes.ts";
import { copyText } from "./copy-text.ts";
import { IconButton } from "./icon-button.tsx";

type Calls = readonly [PageCall, ...PageCall[]];

/** Copies the reads of a page or the call of a dialog as shell commands, with variables instead of secrets. */
export function CurlButton({
  calls,
  className,
}: {
  /** A function if the calls are only known on request. */
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
