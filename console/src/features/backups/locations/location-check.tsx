import { CircleCheck, CircleX, ShieldCheck } from "lucide-react";
import type { OffsiteCheck } from "#shared/backups/contract.ts";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { Facts } from "../../../ui/layout/facts.tsx";
import { Chip } from "../../../ui/values/chip.tsx";
import { Moment } from "../../../ui/values/moment.tsx";

const text = backupMessages.locations;
/** Permissions without which backups fail. */
const needed = ["list", "put", "get", "multipart"] as const;

/** Result of a location's test, missing permissions first. */
export function LocationCheck({ check }: { readonly check: OffsiteCheck | null }) {
  if (check === null) return <span className="text-muted">{text.notTried}</span>;
  const isUsable = needed.every((right) => check.rights[right] === "yes");
  const place = [check.bucket, check.path].filter((name) => name !== "").join("/");
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <span className="flex flex-wrap items-center gap-1.5">
        <Chip tone={isUsable ? "good" : "bad"} icon={isUsable ? CircleCheck : CircleX}>
          {isUsable ? text.usable : text.missing}
        </Chip>
        {check.isProtected && (
          <Chip tone="good" icon={ShieldCheck}>
            {text.isProtected}
          </Chip>
        )}
        {!check.isPruned && <Chip>{text.notPruned}</Chip>}
        <Moment at={check.checkedAt} />
      </span>
      <span className="wrap-anywhere text-muted text-sm">{text.inBucket(place)}</span>
      {check.remarks.map((remark) => (
        <span key={remark} className="wrap-anywhere text-sm">
          {remark}
        </span>
      ))}
      <details className="text-sm">
        <summary className="cursor-pointer leading-target">{text.details}</summary>
        <Facts facts={[...factsOf(text.rights, check.rights), ...factsOf(text.features, check.features)]} />
      </details>
    </div>
  );
}

function factsOf<Name extends string>(
  names: Readonly<Record<Name, string>>,
  found: Readonly<Record<Name, keyof typeof text.findings>>,
): readonly (readonly [string, string])[] {
  return (Object.keys(names) as Name[]).map((name) => [names[name], text.findings[found[name]]]);
}
