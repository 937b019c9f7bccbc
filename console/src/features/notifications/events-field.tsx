import { eventCatalogue } from "#shared/notifications/events/contract.ts";
import { notificationMessages } from "../../messages/english/events/notifications.ts";
import { Field } from "../../ui/fields/field.tsx";
import { MultiChoice } from "../../ui/fields/multi-choice.tsx";

const text = notificationMessages.dialog;

/** Events that destinations can subscribe to, without the test, which is sent on request. */
const choices = Object.keys(eventCatalogue)
  .filter((name) => name !== "test")
  .map((name) => ({ name }));
const known = new Set(choices.map(({ name }) => name));

/** Field for the events of a destination. Empty: all. */
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
          // Ignores typed text that isn't an event.
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
