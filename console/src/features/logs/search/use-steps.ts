import { useEffect, useRef, useState } from "react";
import { announceRefusal } from "../../../ui/feedback/announce-refusal.ts";
import { announce } from "../../../ui/feedback/toasts.tsx";
import type { Question } from "./log-filter.ts";
import { type Direction, stepTo } from "./step-to.ts";

/** Goes to the next record that fits, or the one before. One search at a time: another press ends the one before. */
export function useSteps(name: string, onFound: (number: number) => void) {
  const running = useRef<AbortController>(undefined);
  const [isSearching, setSearching] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another log has nothing to do with the search in this one
  useEffect(() => {
    return () => running.current?.abort();
  }, [name]);

  const step = async (question: Question, from: number | undefined, direction: Direction, none: string) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setSearching(true);
    try {
      const found = await stepTo(name, question, from, direction, controller.signal);
      if (controller.signal.aborted) return;
      if (found === undefined) announce(none);
      else onFound(found);
    } catch (thrown) {
      if (controller.signal.aborted) return;
      announceRefusal(thrown);
    } finally {
      if (running.current === controller) setSearching(false);
    }
  };
  return { isSearching, step };
}
