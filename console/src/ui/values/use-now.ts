import { useEffect, useState } from "react";
import { serviceNow } from "../../api/service-clock.ts";

/** Returns the service's time in milliseconds, updated every second while `matters` is true. */
export function useNow(matters: boolean): number {
  const [now, setNow] = useState(serviceNow);
  useEffect(() => {
    if (!matters) return;
    setNow(serviceNow());
    const timer = window.setInterval(() => setNow(serviceNow()), 1_000);
    return () => window.clearInterval(timer);
  }, [matters]);
  return now;
}
