import { Terminal } from "lucide-react";
import { asCurl } from "../api/curl.ts";
import type { Address, InputOf } from "../api/operations.ts";
import { words } from "../words/words.ts";
import { IconButton } from "./icon-button.tsx";
import { announce } from "./toasts.tsx";

/** A call that a page has made. */
export interface PageCall {
  readonly address: Address;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Copies what this page has read as commands for a terminal, with a variable in the place of the credential. */
export function CurlButton({ calls }: { readonly calls: readonly [PageCall, ...PageCall[]] }) {
  const copy = async () => {
    const commands = calls.map(({ address, input }) => asCurl(address, input as InputOf<typeof address>));
    try {
      await navigator.clipboard.writeText(commands.join("\n\n"));
      announce(words.copy.done);
    } catch {
      announce(words.copy.refused); // A browser asks the person, who may say no.
    }
  };
  return (
    <IconButton
      icon={Terminal}
      label={words.copy.curl}
      className="border border-line bg-panel"
      onClick={() => void copy()}
    />
  );
}
