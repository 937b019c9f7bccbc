import { Check, Copy, type LucideIcon } from "lucide-react";
import { type Ref, useState } from "react";
import { Button } from "./button.tsx";
import { copyText } from "./copy-text.ts";
import { IconButton } from "./icon-button.tsx";

interface CopyProps {
  readonly text: string;
  /** What is copied, such as `Copy key`. */
  readonly label: string;
  readonly onCopied?: () => void;
}

/** Copies in one press, with its name on it. */
export function CopyButton({
  text,
  label,
  look,
  onCopied,
  ref,
}: CopyProps & { readonly look?: "primary" | "plain"; readonly ref?: Ref<HTMLButtonElement> }) {
  const { isCopied, copy } = useCopy(text, onCopied);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button ref={ref} onClick={copy} {...(look && { onVisible: look })}>
      <Icon aria-hidden size={15} />
      {label}
    </Button>
  );
}

/** The same beside an id or an address, where there is space for an icon only. */
export function CopyIcon({ text, label, icon = Copy, onCopied }: CopyProps & { readonly icon?: LucideIcon }) {
  const { isCopied, copy } = useCopy(text, onCopied);
  return <IconButton icon={isCopied ? Check : icon} label={label} onClick={copy} />;
}

function useCopy(text: string, onCopied?: () => void) {
  const [copied, setCopied] = useState<string>();
  const copy = async () => {
    if (!(await copyText(text))) return;
    setCopied(text);
    onCopied?.();
  };
  return { isCopied: copied === text, copy: () => void copy() };
}
