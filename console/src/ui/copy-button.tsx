import { Check, Copy, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { words } from "../words/words.ts";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { announce } from "./toasts.tsx";

interface CopyProps {
  readonly text: string;
  /** What is copied, such as `Copy key`. */
  readonly label: string;
  readonly onCopied?: () => void;
}

/** Copies in one press, with its name on it. */
export function CopyButton({ text, label, look, onCopied }: CopyProps & { readonly look?: "primary" | "plain" }) {
  const { isCopied, copy } = useCopy(text, onCopied);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button onClick={copy} {...(look && { look })}>
      <Icon aria-hidden size={15} />
      {label}
    </Button>
  );
}

/** The same beside an id or an address, where there is room for an icon only. */
export function CopyIcon({ text, label, icon = Copy, onCopied }: CopyProps & { readonly icon?: LucideIcon }) {
  const { isCopied, copy } = useCopy(text, onCopied);
  return <IconButton icon={isCopied ? Check : icon} label={label} onClick={copy} />;
}

function useCopy(text: string, onCopied?: () => void) {
  const [copied, setCopied] = useState<string>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      announce(words.copy.refused); // A browser asks the person, who may say no.
      return;
    }
    setCopied(text);
    announce(words.copy.done);
    onCopied?.();
  };
  return { isCopied: copied === text, copy: () => void copy() };
}
