import { cpus, freemem, totalmem } from "node:os";

/** Time of all processors since the machine started, in milliseconds. */
interface ProcessorTime {
  readonly busy: number;
  readonly all: number;
}

/** Returns a reader of this machine's processor and memory use. Processor use is since the previous reading. */
export function machineReadings(): () => Record<string, number> {
  let before = processorTime();
  return () => {
    const now = processorTime();
    const all = now.all - before.all;
    const busy = now.busy - before.busy;
    before = now;
    const [free, total] = [freemem(), totalmem()];
    return {
      // No time has passed right after the start.
      ...(all > 0 && { hostProcessor: (busy / all) * 100 }),
      hostMemory: ((total - free) / total) * 100,
      hostMemoryFree: free,
    };
  };
}

function processorTime(): ProcessorTime {
  return cpus().reduce(
    (sum, { times }) => {
      const all = Object.values(times).reduce((one, other) => one + other, 0);
      return { busy: sum.busy + all - times.idle, all: sum.all + all };
    },
    { busy: 0, all: 0 },
  );
}
