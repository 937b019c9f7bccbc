import type { Process } from "#shared/processes/contract.ts";
import { wholeShare } from "./share.ts";

const radius = 11;
const round = 2 * Math.PI * radius;
const circle = { cx: 14, cy: 14, r: radius, fill: "none", strokeWidth: 2.5 } as const;

/** Circular progress indicator with the number of processes. */
export function ActivityIndicator({ processes }: { readonly processes: readonly Process[] }) {
  const count = processes.length;
  const shares = processes.map((process) => wholeShare(process) ?? 0);
  const share = count === 0 ? 0 : shares.reduce((sum, one) => sum + one, 0) / count;
  return (
    <svg aria-hidden="true" viewBox="0 0 28 28" className="size-6.5">
      <circle {...circle} className="stroke-line-strong" opacity={count === 0 ? 0.6 : 0.4} />
      {count === 0 ? (
        <circle cx="14" cy="14" r="2.5" className="fill-line-strong" />
      ) : (
        <>
          <circle
            {...circle}
            strokeLinecap="round"
            strokeDasharray={`${Math.max(0.04, share) * round} ${round}`}
            transform="rotate(-90 14 14)"
            className="stroke-accent"
          />
          <text x="14" y="18" textAnchor="middle" className="fill-text font-semibold text-[11px]">
            {count}
          </text>
        </>
      )}
    </svg>
  );
}
