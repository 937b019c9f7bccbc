import { Ban, CircleCheck, CircleX, Copy, LoaderCircle } from "lucide-react";
import type { DeliveryState } from "#shared/deliveries/contract.ts";
import { deliveryMessages as text } from "../../messages/english/events/deliveries.ts";
import { Chip } from "../../ui/values/chip.tsx";

const looks = {
  pending: { tone: "warn", icon: LoaderCircle },
  delivered: { tone: "good", icon: CircleCheck },
  failed: { tone: "bad", icon: CircleX },
  cancelled: { tone: "plain", icon: Ban },
  suppressed: { tone: "plain", icon: Copy },
} as const;

/** Returns the color of a delivery's state. */
export function deliveryTone(state: DeliveryState) {
  return looks[state].tone;
}

export function DeliveryChip({ state }: { readonly state: DeliveryState }) {
  return (
    <span title={text.meanings[state]}>
      <Chip {...looks[state]}>{text.states[state]}</Chip>
    </span>
  );
}
