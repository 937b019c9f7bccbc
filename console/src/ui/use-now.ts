import { useEffect, useState } from "react";

/** The time, every second while it matters. */
export function useNow(matters: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!matters) return;
    setNow(Date.now());
    const timer = window.setInterval(() => setNow(Date.now()), 1_000);
    return () => window.clearInterval(timer);
  }, [matters]);
  return now;
}
