import { eventCatalogue } from "#shared/notifications/events/contract.ts";
import { notificationMessages } from "../../messages/events/notifications.ts";
import { Field } from "../../ui/fields/field.tsx";
import { MultiChoice } from "../../ui/fields/multi-choice.tsx";

const text = notificationMessages.dialog;

/** A test goes wherever it is asked for, and is nothing to subscribe to. */
const choices = Object.keys(eventCatalogue)
  .filter((name) => name !== "test")
  .map((name) => ({ name }));
const known = new Set(choices.map(({ name }) => name));

/** Which events a destination gets. None chosen: all. */
export function EventsField({
  events,
  onChange,
}: {
  readonly events: readonly string[];
  readonly onChange: (events: readonly string[]) => void;
}) {
  return (
    <Field label={text.events} hint={text.eventsHint}>
      {(ties) => (
        <MultiChoice
          ties={ties}
          choices={choices}
          chosen={events}
          // What is typed and is no event is not taken.
          onChange={(next) => onChange(next.filter((name) => known.has(name)))}
          placeholder={text.placeholder}
          removeLabel={text.removeEvent}
          addLabel={() => text.noEvent}
          emptyText={text.noEvent}
          complete={(typed) => typed}
        />
      )}
    </Field>
  );
}
