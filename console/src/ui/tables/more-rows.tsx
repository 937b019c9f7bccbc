import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messages } from "../../messages/messages.ts";
import { Button } from "../buttons/button.tsx";

/** Footer of a list with more pages. */
export function MoreRows({
  list,
  text = messages.states.more,
  note,
}: {
  readonly list: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
  /** Label of the button that loads the next page. */
  readonly text?: string;
  /** Note about the pages so far. */
  readonly note?: ReactNode;
}) {
  if (!list.hasNextPage) return null;
  return (
    <div className="flex flex-col items-center gap-2 border-line border-t p-3">
      {note}
      <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {text}
      </Button>
    </div>
  );
}
