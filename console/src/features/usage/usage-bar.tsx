import { usageMessages } from "../../messages/english/usage/usage.ts";
import { FilterToggle } from "../../ui/fields/filter-toggle.tsx";
import { Segments } from "../../ui/fields/segments.tsx";
import { smallField } from "../../ui/fields/settled-text.tsx";
import { isOtherSubject, type UsageSplit } from "./series-names.ts";
import { rangeNames, type UsageView, usageRanges } from "./usage-view.ts";

const text = usageMessages;

/** Range of the charts, split of the calls, and comparison with the previous week. */
export function UsageBar({
  view,
  splits,
  onChange,
}: {
  readonly view: UsageView;
  readonly splits: readonly UsageSplit[];
  readonly onChange: (view: UsageView) => void;
}) {
  const others = splits.filter(isOtherSubject);
  const ofCalls = splits.filter((split) => !isOtherSubject(split));
  const option = (split: UsageSplit) => (
    <option key={split} value={split}>
      {text.splits[split]}
    </option>
  );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {splits.length > 1 && (
        <label className="flex items-center gap-2 text-muted text-sm">
          {text.split}
          <select
            aria-label={text.split}
            value={view.split}
            onChange={({ target }) => onChange({ ...view, split: target.value as UsageSplit })}
            className={`${smallField} text-text`}
          >
            {others.length === 0 ? (
              ofCalls.map(option)
            ) : (
              <>
                <optgroup label={text.proxied}>{ofCalls.map(option)}</optgroup>
                <optgroup label={text.beside}>{others.map(option)}</optgroup>
              </>
            )}
          </select>
        </label>
      )}
      {usageRanges[view.range].weekStepMs !== undefined && (
        <FilterToggle
          text={text.compare}
          pressed={view.isCompared}
          onPress={() => onChange({ ...view, isCompared: !view.isCompared })}
        />
      )}
      <Segments
        label={text.range}
        value={view.range}
        options={rangeNames.map((range) => ({ value: range, text: text.ranges[range] }))}
        onChange={(range) => onChange({ ...view, range })}
      />
    </div>
  );
}
