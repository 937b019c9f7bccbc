import { Terminal } from "lucide-react";
import { asCurl } from "../api/curl.ts";
import type { Address, InputOf } from "../api/operations.ts";
import { words } from "../words/words.ts";
import { copyText } from "./copy.ts";
import { IconButton } from "./icon-button.tsx";

/** A call that a page has made. */
export interface PageCall {
  readonly address: Address;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Copies what this page has read as commands for a terminal, with a variable in the place of the credential. */
export function CurlButton({ calls }: { readonly calls: readonly [PageCall, ...PageCall[]] }) {
  const commands = () => calls.map(({ address, input }) => asCurl(address, input as InputOf<typeof address>));
  return (
    <IconButton
      icon={Terminal}
      label={words.copy.curl}
      className="border border-line bg-panel"
      onClick={() => void copyText(commands().join("\n\n"))}
    />
  );
}
