import { useMutation } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { inPortions } from "../../api/in-portions.ts";
import type { Address } from "../../api/operations.ts";
import { changing } from "../../api/query.ts";
import { deliveryMessages as text } from "../../messages/english/events/deliveries.ts";
import { announceRefusal } from "../../ui/feedback/announce-refusal.ts";
import { announce } from "../../ui/feedback/toasts.tsx";

/** Queries to refetch after a change of a delivery. */
export const staleDeliveries = [
  "GET /svc/api/deliveries",
  "GET /svc/api/deliveries/{id}",
  "GET /svc/api/deliveries/summary",
  "GET /svc/api/audit",
] as const satisfies readonly Address[];

const replay = "POST /svc/api/deliveries/replay";
/** Maximum number of ids per call. */
const maxReplayed = 1_000;

/** Returns actions to replay one or several deliveries. */
export function useReplay() {
  const one = useMutation({
    ...changing("POST /svc/api/deliveries/{id}/replay", staleDeliveries),
    onError: announceRefusal,
  });
  const some = useMutation({
    ...changing(replay, staleDeliveries),
    mutationFn: async ({ ids }: { readonly ids: readonly string[] }) => {
      const answers = await inPortions(ids, maxReplayed, (portion) => call(replay, { ids: portion }));
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

/** Replays failed deliveries of a source since a time, in as many calls as necessary. */
export async function replayFailed(source: string, since: string | undefined): Promise<Replayed> {
  const answers: Replayed[] = [];
  for (;;) {
    const answer = await call(replay, { source, ...(since !== undefined && { since }) });
    answers.push(answer);
    // Deliveries that couldn't be replayed are still failed, so the next call would find them again.
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
