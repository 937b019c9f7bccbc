import type { LogListing } from "../../../../shared/logs/contract.ts";
import { byteSize } from "../../ui/byte-size.tsx";
import { smallField } from "../../ui/settled-text.tsx";
import { logWords } from "../../words/logs.ts";

const text = logWords;

/** Which log: those of FileMaker Server, and the service's own. */
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
      className={`${smallField} max-w-full basis-52 font-medium max-sm:basis-full`}
    >
      {(["server", "service"] as const).map((place) => {
        const there = logs.filter((log) => log.place === place);
        if (there.length === 0) return null;
        return (
          <optgroup key={place} label={text.places[place]}>
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
