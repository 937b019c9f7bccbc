import type { LogListing } from "#shared/logs/contract.ts";
import { logMessages } from "../../messages/english/logs.ts";
import { smallField } from "../../ui/fields/settled-text.tsx";
import { byteSize } from "../../ui/values/byte-size.tsx";

const text = logMessages;

/** Field that selects a log of FileMaker Server or the service. */
export function LogChoice({
  logs,
  name,
  onChoose,
}: {
  readonly logs: readonly LogListing[];
  readonly name: string;
  readonly onChoose: (name: string) => void;
}) {
  return (
    <select
      aria-label={text.log}
      value={name}
      onChange={({ target }) => onChoose(target.value)}
      className={`${smallField} max-w-full font-medium max-sm:basis-full`}
    >
      {(["server", "service"] as const).map((source) => {
        const there = logs.filter((log) => log.place === source);
        if (there.length === 0) return null;
        return (
          <optgroup key={source} label={text.sources[source]}>
            {there.map((log) => (
              <option key={log.name} value={log.name}>
                {log.name} ({byteSize(log.sizeBytes)})
              </option>
            ))}
          </optgroup>
        );
      })}
      {!logs.some((log) => log.name === name) && <option value={name}>{name}</option>}
    </select>
  );
}
