import { CircleX, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { serviceNow } from "../../api/service-clock.ts";
import { deliveryMessages as text } from "../../messages/english/events/deliveries.ts";
import { Toggle } from "../../ui/buttons/toggle.tsx";
import { MomentField } from "../../ui/fields/moment-field.tsx";
import { SettledText, smallField } from "../../ui/fields/settled-text.tsx";
import { TableBar } from "../../ui/tables/table-bar.tsx";
import { type DeliveryFilter, deliveryStates, shortestText } from "./delivery-filter.ts";

/** Source of deliveries, with its name. */
export interface DeliverySource {
  readonly source: string;
  readonly name: string;
  readonly group: keyof typeof text.groups;
}

const hourMs = 3_600_000;
const groups = Object.keys(text.groups) as readonly DeliverySource["group"][];

/** Filters for the source, the state, the time and the text of deliveries. */
export function DeliveryFilters({
  sources,
  filter,
  onFilter,
  columns,
}: {
  /** Omitted if the page is about one source. */
  readonly sources?: readonly DeliverySource[] | undefined;
  readonly filter: DeliveryFilter;
  readonly onFilter: (change: DeliveryFilter) => void;
  readonly columns: ReactNode;
}) {
  const { source = "", state = "", q = "", from, to } = filter;
  return (
    <TableBar>
      <search className="contents">
        {sources && (
          <select
            aria-label={text.source}
            value={source}
            onChange={({ target }) => onFilter({ source: target.value })}
            className={`${smallField} max-w-60`}
          >
            {groups.map((group) => (
              <SourceGroup key={group} group={group} sources={sources} />
            ))}
          </select>
        )}
        <SettledText
          label={text.filterText}
          placeholder={text.textHint}
          data-shortcut="/"
          minLength={shortestText}
          value={q}
          onSettle={(typed) => onFilter({ q: typed })}
          className="flex-1 basis-44 sm:max-w-64"
        />
        <Toggle
          icon={CircleX}
          label={text.failedOnly}
          pressed={state === "failed"}
          onPress={() => onFilter({ state: state === "failed" ? undefined : "failed" })}
        />
        <Toggle
          icon={Clock}
          label={text.lastHour}
          pressed={from !== undefined && to === undefined && Date.parse(from) >= serviceNow() - 2 * hourMs}
          onPress={() => onFilter(lastHour(from))}
        />
        <select
          aria-label={text.state}
          value={state}
          onChange={({ target }) => onFilter({ state: target.value })}
          className={smallField}
        >
          <option value="">{text.allStates}</option>
          {deliveryStates.map((each) => (
            <option key={each} value={each}>
              {text.states[each]}
            </option>
          ))}
        </select>
        <MomentField label={text.from} value={from} onChange={(moment) => onFilter({ from: moment })} />
        <MomentField label={text.to} value={to} onChange={(moment) => onFilter({ to: moment })} />
        {columns}
      </search>
    </TableBar>
  );
}

/** Returns the filter for the last hour, or for all times if it is already set. */
function lastHour(from: string | undefined): DeliveryFilter {
  const hourAgo = serviceNow() - hourMs;
  const isOn = from !== undefined && Date.parse(from) >= hourAgo - hourMs;
  return { from: isOn ? undefined : new Date(hourAgo).toISOString(), to: undefined };
}

function SourceGroup({
  group,
  sources,
}: {
  readonly group: DeliverySource["group"];
  readonly sources: readonly DeliverySource[];
}) {
  const own = sources.filter((each) => each.group === group);
  if (own.length === 0) return null;
  return (
    <optgroup label={text.groups[group]}>
      {own.map(({ source, name }) => (
        <option key={source} value={source}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}
