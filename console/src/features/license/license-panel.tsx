import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { reading } from "../../api/query.ts";
import { licenseMessages } from "../../messages/english/installation/license.ts";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Facts } from "../../ui/layout/facts.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { byteSize } from "../../ui/values/byte-size.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { ProgressBar } from "../../ui/values/progress-bar.tsx";

const text = licenseMessages;
/** Number of keys in the list. */
const shownKeys = 5;
/** Days before the end of the license from which it is marked. */
const markedDays = 60;

type License = OutputOf<"GET /svc/api/license">;

/** License of FileMaker Server, its yearly allowance with a forecast, and the keys that used most of it. */
export default function LicensePanel({ keyLink }: { readonly keyLink: (key: string) => ReactNode }) {
  // FileMaker Server is asked for each answer, and its values change slowly.
  const read = useQuery({ ...reading("GET /svc/api/license", {}), staleTime: 300_000 });
  return (
    <Panel title={text.title} flush>
      {read.isPending && <Loading rows={2} list="tall" />}
      <ReadFailure reads={[read]} />
      {read.data && <Known license={read.data} keyLink={keyLink} />}
    </Panel>
  );
}

function Known({ license, keyLink }: { readonly license: License; readonly keyLink: (key: string) => ReactNode }) {
  const { allowance, traffic } = license;
  const { forecast, usedShare } = allowance;
  return (
    <div className="flex flex-col gap-3 p-4">
      <Facts facts={factsOf(license)} />
      {usedShare !== null && allowance.isEnforced !== false && (
        <ProgressBar label={text.used} share={Math.min(1, usedShare)} />
      )}
      {forecast.outcome === "runs_out" && forecast.runsOutOn !== null ? (
        <p>
          <Chip tone="bad" icon={TriangleAlert}>
            {text.forecast.runs_out(dayText(forecast.runsOutOn))}
          </Chip>
        </p>
      ) : (
        <p className="text-muted text-sm">{text.forecast[forecast.outcome as "lasts" | "no_limit" | "unknown"]}</p>
      )}
      {traffic.keys.length > 0 && <Shares traffic={traffic} keyLink={keyLink} />}
    </div>
  );
}

function factsOf({ license, users, allowance }: License): [string, ReactNode][] {
  const { expiresOn, daysLeft, userLimit } = license;
  const connected = users.connected === null ? text.unknown : String(users.connected);
  const { usedBytes, limitBytes, resetsOn } = allowance;
  const used = usedBytes === null ? text.unknown : byteSize(usedBytes);
  return [
    [text.users, userLimit === null || license.kind === "core" ? connected : text.usersOf(connected, userLimit)],
    [text.peak, users.peak === null ? text.unknown : users.peak.connected],
    [
      text.ends,
      expiresOn === null || daysLeft === null ? (
        text.unknown
      ) : (
        <EndDay key="end" day={dayText(expiresOn)} daysLeft={daysLeft} />
      ),
    ],
    [text.used, limitBytes === null ? used : text.usedOf(used, byteSize(limitBytes))],
    [text.resets, resetsOn === null ? text.unknown : dayText(resetsOn)],
  ];
}

function EndDay({ day, daysLeft }: { readonly day: string; readonly daysLeft: number }) {
  const words = text.endsOn(day, daysLeft);
  return daysLeft > markedDays ? (
    words
  ) : (
    <Chip tone="bad" icon={TriangleAlert}>
      {words}
    </Chip>
  );
}

function Shares({
  traffic,
  keyLink,
}: {
  readonly traffic: License["traffic"];
  readonly keyLink: (key: string) => ReactNode;
}) {
  return (
    <section aria-label={text.shares}>
      <h3 className="text-muted text-sm">{text.shares}</h3>
      <ul>
        {traffic.keys.slice(0, shownKeys).map(({ key, bytes, share }) => (
          <ShareRow key={key} name={keyLink(key)} bytes={bytes} share={share} />
        ))}
        {traffic.otherBytes !== null && (
          <ShareRow name={text.others} bytes={traffic.otherBytes} share={traffic.otherShare} />
        )}
      </ul>
    </section>
  );
}

function ShareRow({
  name,
  bytes,
  share,
}: {
  readonly name: ReactNode;
  readonly bytes: number;
  readonly share: number | null;
}) {
  return (
    <li className="flex flex-wrap justify-between gap-x-3 leading-target">
      <span className="min-w-0 truncate">{name}</span>
      <span className="tabular-nums">
        {byteSize(bytes)}
        {share !== null && <span className="text-muted"> · {text.share(Math.round(share * 100))}</span>}
      </span>
    </li>
  );
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

function dayText(name: string): string {
  return day.format(new Date(name));
}
