import { useEffect, useState } from "react";

/** Returns the seconds until a time, and counts them down. */
export function useCountdown() {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const secondsLeft = Math.max(0, Math.ceil((until - now) / 1_000));

  useEffect(() => {
    if (until <= Date.now()) return;
    const ticking = window.setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) window.clearInterval(ticking);
    }, 500);
    return () => window.clearInterval(ticking);
  }, [until]);

  return {
    secondsLeft,
    startCountdown(seconds: number) {
      setNow(Date.now());
      setUntil(Date.now() + seconds * 1_000);
    },
  };
}
