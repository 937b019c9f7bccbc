import { useMutation } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { inPortions } from "../../api/in-portions.ts";
import type { Address } from "../../api/operations.ts";
import { changing } from "../../api/query.ts";
import { deliveryMessages as text } from "../../messages/events/deliveries.ts";
import { announceRefusal } from "../../ui/feedback/announce-refusal.ts";
import { announce } from "../../ui/feedback/toasts.tsx";

/** What is stale once a delivery was changed. */
export const staleDeliveries = [
  "GET /svc/api/deliveries",
  "GET /svc/api/deliveries/{id}",
  "GET /svc/api/deliveries/summary",
  "GET /svc/api/audit",
] as const satisfies readonly Address[];

const replay = "POST /svc/api/deliveries/replay";
/** One call takes so many. */
const mostReplayed = 1_000;

/** Replaying one delivery, or a choice of them. */
export function useReplay() {
  const one = useMutation({
    ...changing("POST /svc/api/deliveries/{id}/replay", staleDeliveries),
    onError: announceRefusal,
  });
  const some = useMutation({
    ...changing(replay, staleDeliveries),
    mutationFn: async ({ ids }: { readonly ids: readonly string[] }) => {
      const answers = await inPortions(ids, mostReplayed, (portion) => call(replay, { ids: portion }));
      return sumOf(answers);
    },
    onError: announceRefusal,
  });
  return {
    isBusy: one.isPending || some.isPending,
    replayOne: (id: string) => one.mutate({ id }, { onSuccess: () => announce(text.replayed(1)) }),
    replaySome: (ids: readonly string[], onDone: () => void) =>
      some.mutate(
        { ids },
        {
          onSuccess: (sum) => {
            announce(replayedText(sum));
            onDone();
          },
        },
      ),
  };
}

interface Replayed {
  readonly replayed: number;
  readonly passedOver: number;
}

/** Replays everything of a source that has failed since a moment, as many calls as that takes. */
export async function replayFailed(source: string, since: string | undefined): Promise<Replayed> {
  const answers: Replayed[] = [];
  for (;;) {
    const answer = await call(replay, { source, ...(since !== undefined && { since }) });
    answers.push(answer);
    // What could not be replayed is still failed: the next call would find the same again.
    if (!answer.remaining || answer.replayed === 0) return sumOf(answers);
  }
}

function sumOf(answers: readonly Replayed[]): Replayed {
  return {
    replayed: answers.reduce((sum, { replayed }) => sum + replayed, 0),
    passedOver: answers.reduce((sum, { passedOver }) => sum + passedOver, 0),
  };
}

export function replayedText({ replayed, passedOver }: Replayed): string {
  const done = text.replayed(replayed);
  return passedOver === 0 ? `${done}.` : `${done}. ${text.passedOver(passedOver)}.`;
}
