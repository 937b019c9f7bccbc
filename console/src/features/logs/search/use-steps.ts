import { useEffect, useRef, useState } from "react";
import { announceRefusal } from "../../../ui/feedback/announce-refusal.ts";
import { announce } from "../../../ui/feedback/toasts.tsx";
import type { Question } from "./log-filter.ts";
import { type Direction, stepTo } from "./step-to.ts";

/** Returns a function that goes to the next or previous match. Each call aborts the search of the previous one. */
export function useSteps(name: string, onFound: (number: number) => void) {
  const running = useRef<AbortController>(undefined);
  const [isSearching, setSearching] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another log aborts the search in this one
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
