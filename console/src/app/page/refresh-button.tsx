import { useIsFetching } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import type { Address } from "../../api/operations.ts";
import { queryClient } from "../../api/query.ts";
import { messages } from "../../messages/messages.ts";
import { IconButton } from "../../ui/buttons/icon-button.tsx";

/** Button that reads the page's data again. The key `r` presses it. */
export function RefreshButton({ addresses }: { readonly addresses: readonly Address[] }) {
  const isReading =
    useIsFetching({ predicate: ({ queryKey }) => addresses.some((address) => address === queryKey[0]) }) > 0;
  const refresh = () => {
    for (const address of addresses) void queryClient.invalidateQueries({ queryKey: [address] });
  };
  return (
    <IconButton
      icon={RotateCw}
      label={messages.states.refresh}
      data-shortcut="r"
      aria-busy={isReading}
      className="border border-line bg-panel"
      onClick={refresh}
    />
  );
}
