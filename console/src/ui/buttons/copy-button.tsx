import { Check, Copy, type LucideIcon } from "lucide-react";
import { type Ref, useState } from "react";
import { Button } from "./button.tsx";
import { copyText } from "./copy-text.ts";
import { IconButton } from "./icon-button.tsx";

interface CopyProps {
  readonly text: string;
  /** Label with the copied object, such as `Copy key`. */
  readonly label: string;
  readonly onCopied?: () => void;
}

/** Button that copies a text, with a label. */
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
    <Button ref={ref} onClick={copy} {...(look && { look })}>
      <Icon aria-hidden size={15} />
      {label}
    </Button>
  );
}

/** Button that copies a text, as an icon next to an id or an address. */
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
